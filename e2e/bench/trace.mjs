// What a page's main thread did, frame by frame, as the browser's trace has it.

/** @typedef {{ name: string, pid: number, tid: number, ph: string, ts: number, dur?: number, tdur?: number, args?: { name?: string } }} TraceEvent */

const TASK = "ThreadControllerImpl::RunTask";
const FRAME = "FireAnimationFrame";

/**
 * The work of each frame and the length of each task, in milliseconds. Work goes with the frame that began before it.
 * @param {Buffer} trace
 */
export function perFrame(trace) {
  /** @type {{ traceEvents: TraceEvent[] }} */
  const { traceEvents } = JSON.parse(trace.toString());
  const frames = traceEvents.filter(({ name }) => name === FRAME);
  const [first] = frames;
  if (!first) throw new Error("the trace has no frames");
  const isHere = (/** @type {TraceEvent} */ { pid, tid }) => pid === first.pid && tid === first.tid;
  const tasks = traceEvents.filter((event) => event.name === TASK && event.ph === "X" && isHere(event));
  if (tasks.length === 0) throw new Error("the trace has no tasks");
  const fired = frames.filter(isHere).map(({ ts }) => ts);
  const sorted = tasks.toSorted((a, b) => a.ts - b.ts);
  // All that asked for a frame is called in one task.
  const starts = sorted.filter(({ ts, dur = 0 }) => fired.some((at) => at >= ts && at <= ts + dur)).map(({ ts }) => ts);
  /** @type {number[]} */
  const wall = new Array(starts.length).fill(0);
  const processor = [...wall];
  const lengths = [];
  let frame = 0;
  for (const { ts, dur = 0, tdur = 0 } of sorted) {
    while ((starts[frame + 1] ?? Infinity) <= ts) frame += 1;
    wall[frame] = (wall[frame] ?? 0) + dur / 1000;
    processor[frame] = (processor[frame] ?? 0) + tdur / 1000;
    if (ts + dur >= first.ts) lengths.push(dur / 1000);
  }
  return { wall, processor, tasks: lengths };
}
