// Conversations of any size, in the form that the agents write them, the same each time.
import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { dirname } from "node:path";

/** How much is written at a time, in bytes. */
const PIECE = 4 * 1024 * 1024;

/**
 * A generator of numbers from 0 to 1 that begins the same way each time.
 * @param {number} seed
 */
function numbers(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const WORDS = "the reader of a file knows where each line ends and what it has read before".split(" ");

/** Texts, ids and times as one conversation needs them. */
export class Writer {
  /** @param {number} seed */
  constructor(seed) {
    this.random = numbers(seed);
    this.count = 0;
    this.milliseconds = 1.78e12;
  }

  /**
   * Most texts are short, some are long: a length whose median is `median`.
   * @param {number} median
   */
  length(median) {
    return Math.min(200_000, Math.round(median * Math.exp(2.2 * (this.random() + this.random() + this.random() - 1.5))));
  }

  /** @param {number} length in characters */
  prose(length) {
    let text = "";
    while (text.length < length) text += `${WORDS[Math.floor(this.random() * WORDS.length)]} `;
    return text.trim();
  }

  /** @param {number} length in characters */
  output(length) {
    let text = "";
    while (text.length < length) text += `${Math.floor(this.random() * 9999)}\t"${this.prose(40)}" → ok\n`;
    return text;
  }

  id() {
    this.count += 1;
    return `${this.count.toString(16).padStart(8, "0")}-5a5a-4b4b-8c8c-${Math.floor(this.random() * 2 ** 40).toString(16).padStart(12, "0")}`;
  }

  time() {
    this.milliseconds += 1 + Math.floor(this.random() * 4000);
    return new Date(this.milliseconds).toISOString();
  }
}

/**
 * A session of Claude Code, a turn at a time.
 * @param {Writer} writer
 * @param {string} session
 */
export function* claudeTurns(writer, session) {
  /** @type {string | null} */
  let parent = null;
  /** @param {object} fields */
  const record = (fields) => {
    const uuid = writer.id();
    const base = { parentUuid: parent, isSidechain: false, userType: "external", cwd: "/home/ada/shop", sessionId: session, version: "2.1.310", gitBranch: "main" };
    parent = uuid;
    return JSON.stringify({ ...base, ...fields, uuid, timestamp: writer.time() });
  };
  /**
   * @param {string} id
   * @param {object} block
   */
  const says = (id, block) => {
    const usage = { input_tokens: 3, cache_creation_input_tokens: 209, cache_read_input_tokens: 43_511, output_tokens: 120, service_tier: "standard" };
    const message = { model: "claude-opus-4-6", id, type: "message", role: "assistant", content: [block], stop_reason: null, stop_sequence: null, usage };
    return record({ message, requestId: `req_${id}`, type: "assistant" });
  };
  for (;;) {
    /** @type {string[]} */
    const lines = [record({ type: "user", message: { role: "user", content: writer.prose(writer.length(120)) } })];
    for (let step = Math.ceil(writer.random() * 12); step > 0; step--) {
      const message = `msg_${writer.id()}`;
      const call = `toolu_${writer.id()}`;
      if (step % 4 === 0) lines.push(says(message, { type: "thinking", thinking: writer.prose(writer.length(500)), signature: writer.id().repeat(12) }));
      if (step % 3 === 0) lines.push(says(message, { type: "text", text: writer.prose(writer.length(200)) }));
      lines.push(says(message, { type: "tool_use", id: call, name: "Bash", input: { command: `cat ${writer.prose(40)}`, description: "Show files" } }));
      lines.push(record({ type: "progress", data: { type: "bash_progress", output: "", fullOutput: "", elapsedTimeSeconds: 3, totalLines: 0 }, toolUseID: "bash-progress-1", parentToolUseID: call }));
      const stdout = writer.output(writer.length(900));
      const content = [{ tool_use_id: call, type: "tool_result", content: stdout, is_error: false }];
      lines.push(record({ type: "user", message: { role: "user", content }, toolUseResult: { stdout, stderr: "", interrupted: false, isImage: false } }));
    }
    lines.push(says(`msg_${writer.id()}`, { type: "text", text: writer.prose(writer.length(500)) }));
    lines.push(record({ type: "system", subtype: "turn_duration", durationMs: 88_810, isMeta: false }));
    yield lines;
  }
}

/**
 * A thread of Codex, a turn at a time.
 * @param {Writer} writer
 * @param {string} thread
 */
export function* codexTurns(writer, thread) {
  let ordinal = 0;
  /**
   * @param {string} type
   * @param {object} payload
   */
  const record = (type, payload) => JSON.stringify({ timestamp: writer.time(), ordinal: ordinal++, type, payload });
  yield [record("session_meta", { session_id: thread, id: thread, timestamp: "2026-11-30T10:00:00.000Z", cwd: "/home/ada/shop", originator: "codex_cli", cli_version: "0.171.0", source: "cli", thread_source: "user", model_provider: "openai", history_mode: "paginated" })];
  for (;;) {
    const turn = writer.id();
    const internal_chat_message_metadata_passthrough = { turn_id: turn };
    /** @param {object} payload */
    const item = (payload) => record("response_item", { ...payload, internal_chat_message_metadata_passthrough });
    /** @param {object} done */
    const completed = (done) => record("event_msg", { type: "item_completed", thread_id: thread, turn_id: turn, item: done, started_at_ms: writer.milliseconds, completed_at_ms: writer.milliseconds });
    const usage = { input_tokens: 1000, cached_input_tokens: 200, output_tokens: 50, reasoning_output_tokens: 10, total_tokens: 1050 };
    const prompt = writer.prose(writer.length(120));
    const lines = [
      record("event_msg", { type: "task_started", turn_id: turn, started_at: 1_780_000_000, model_context_window: 258_400 }),
      record("turn_context", { turn_id: turn, cwd: "/home/ada/shop", approval_policy: "never", model: "gpt-5.4-codex", summary: "none", sandbox_policy: { type: "danger-full-access" } }),
      item({ type: "message", id: `msg_${writer.id()}`, role: "user", content: [{ type: "input_text", text: prompt }] }),
      completed({ type: "UserMessage", id: writer.id(), content: [{ type: "text", text: prompt, text_elements: [] }] }),
    ];
    /** @param {string} phase */
    const say = (phase) => {
      const [id, text] = [`msg_${writer.id()}`, writer.prose(writer.length(300))];
      lines.push(completed({ type: "AgentMessage", id, content: [{ type: "Text", text }], phase }));
      lines.push(item({ type: "message", id, role: "assistant", content: [{ type: "output_text", text, annotations: [] }], phase }));
    };
    for (let step = Math.ceil(writer.random() * 12); step > 0; step--) {
      if (step % 4 === 0) {
        const [id, text] = [`rs_${writer.id()}`, writer.prose(writer.length(300))];
        lines.push(completed({ type: "Reasoning", id, summary_text: [text], raw_content: [] }));
        lines.push(item({ type: "reasoning", id, summary: [{ type: "summary_text", text }], encrypted_content: writer.id().repeat(20) }));
      }
      if (step % 3 === 0) say("commentary");
      const [call, cmd, output] = [`call_${writer.id()}`, `cat ${writer.prose(40)}`, writer.output(writer.length(900))];
      lines.push(item({ type: "function_call", id: `fc_${call}`, name: "exec_command", arguments: JSON.stringify({ cmd }), call_id: call }));
      lines.push(completed({ type: "CommandExecution", id: call, process_id: "43634", command: ["/bin/bash", "-lc", cmd], cwd: "file:///home/ada/shop", parsed_cmd: [{ type: "unknown", cmd }], source: "unified_exec_startup", status: "completed", aggregated_output: output, exit_code: 0, duration: { secs: 0, nanos: 8816 } }));
      lines.push(item({ type: "function_call_output", id: `fco_${call}`, call_id: call, output: `Chunk ID: 4ca1a4\nWall time: 0.0000 seconds\nProcess exited with code 0\nOriginal token count: 20\nOutput:\n${output}` }));
      lines.push(record("event_msg", { type: "token_count", info: { total_token_usage: usage, last_token_usage: usage, model_context_window: 258_400 }, rate_limits: null }));
      lines.push(record("token_usage_record", { thread_id: thread, turn_id: turn, session_id: thread, response_id: `resp_${writer.id()}`, usage, turn_token_usage: usage, thread_token_usage: usage }));
    }
    say("final_answer");
    lines.push(record("event_msg", { type: "task_complete", turn_id: turn, last_agent_message: null, completed_at: 1_780_000_000, duration_ms: 1000 }));
    yield lines;
  }
}

/**
 * Writes turns to a file until it has so many bytes, and says how many lines these are. More may be taken from the
 * turns afterwards.
 * @param {string} path
 * @param {Iterator<string[]>} turns
 * @param {number} bytes
 */
export function writeLong(path, turns, bytes) {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, "w");
  let [written, lines, piece] = [0, 0, ""];
  while (written < bytes) {
    const turn = turns.next().value ?? [];
    piece += `${turn.join("\n")}\n`;
    lines += turn.length;
    if (piece.length < PIECE && written + piece.length < bytes) continue;
    written += writeSync(file, piece);
    piece = "";
  }
  closeSync(file);
  return lines;
}
