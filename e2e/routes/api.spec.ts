// Addresses of the API, asked over the network.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { ask, firstFrames } from "../support/asking.ts";
import { asks, says, turn } from "../support/store.mjs";
import { expect, test } from "../support/test.ts";

const ID = "jp~c17800000001-fix01";

test("/api/conversations lists them as JSON", async ({ request, workspace }) => {
  const answer = await request.get("/api/conversations");
  expect(answer.headers()["content-type"]).toContain("application/json");
  const { data } = await answer.json();
  expect(data).toHaveLength(7);
  expect(data.find((entry: { id: string }) => entry.id === ID)).toMatchObject({
    title: "A note in the middle",
    agent: "jp",
    workspace: "workspace",
    updated_at: "2026-05-29T19:42:45.1Z",
    state: "settled",
    path: workspace.open("17800000001-a-note-in-the-middle").file,
  });
});

test("/api/conversations sees a conversation that is new", async ({ request, workspace }) => {
  const { id } = workspace.create("Brand new", [turn(), asks("Hello.")]);
  const { data } = await (await request.get("/api/conversations")).json();
  expect(data.find((entry: { id: string }) => entry.id === id)).toMatchObject({ title: "Brand new" });
});

test("…/events gives the stored events", async ({ request, workspace }) => {
  const { data, side } = await (await request.get(`/api/conversations/${ID}/events`)).json();
  expect(data).toHaveLength(13);
  expect(side).toHaveLength(13);
  const stored = workspace.open("17800000001-a-note-in-the-middle").events;
  expect(data.map((event: { type: string }) => event.type)).toEqual(stored.map((event) => event["type"]));
});

test("…/events/{key}/source is the record, byte for byte", async ({ request, workspace }) => {
  const answer = await request.get(`/api/conversations/${ID}/events/a1b2c3e/source`);
  expect(answer.headers()["content-type"]).toBe("text/plain; charset=utf-8");
  const { events } = workspace.open("17800000001-a-note-in-the-middle");
  expect(JSON.parse(await answer.text())).toEqual(events[1]);
});

test("…/stream gives frames with an id, and goes on after it", async ({ server, workspace }) => {
  const conversation = workspace.create("Stream", [turn(), asks("One.")]);
  const path = `/api/conversations/${conversation.id}/stream?view=user`;
  const [first, second] = await firstFrames(server.port, path, 2, {}, () => conversation.append(says("Two.")));
  expect(first).toMatchObject({ event: "frames" });
  expect(JSON.parse(first?.["data"] ?? "")).toMatchObject({ position: first?.["id"] });
  expect(second?.["data"]).toContain("Two.");
  expect(second?.["id"]).not.toBe(first?.["id"]);

  const [resumed] = await firstFrames(server.port, path, 1, { "last-event-id": first?.["id"] ?? "" });
  expect(resumed?.["data"]).toContain("Two.");
  expect(resumed?.["data"], "only what was missed").not.toContain("One.");
  const [current] = await firstFrames(server.port, path, 1, { "last-event-id": second?.["id"] ?? "" });
  expect(current?.["data"]).not.toContain("Two.");
  const [unknown] = await firstFrames(server.port, path, 1, { "last-event-id": "2-00000000000000ff" });
  expect(unknown?.["data"], "everything anew").toContain("One.");
});

for (const [path, status, code] of [
  ["/api/conversations/none", 404, "not_found"],
  ["/api/none", 404, "not_found"],
  [`/api/conversations/${ID}/events?view=chat`, 400, "bad_parameter"],
  [`/api/conversations/${ID}/events?limit=0`, 400, "bad_parameter"],
  [`/api/conversations/${ID}/events/none/source`, 404, "not_found"],
  [`/api/conversations/${ID}/stream?view=chat`, 400, "bad_parameter"],
  [`/api/conversations/${ID}/events?after=3-00000000000000ff`, 410, "unknown_position"],
] as const) {
  test(`${path} is an error in the one envelope`, async ({ request }) => {
    const answer = await request.get(path);
    expect(answer.status()).toBe(status);
    const { error } = await answer.json();
    expect(error).toMatchObject({ code, message: expect.any(String) });
  });
}

test("another name in Host is refused, whatever is asked", async ({ server }) => {
  for (const path of ["/", `/c/${ID}`, "/api/conversations", `/api/conversations/${ID}/stream`, "/favicon.svg"]) {
    for (const host of ["attacker.invalid", `attacker.invalid:${server.port}`, `127.0.0.1.attacker.invalid:${server.port}`]) {
      const answer = await ask(server.port, path, { host });
      expect(answer.status, `${host}${path}`).toBe(403);
      expect(answer.body).not.toContain("A note in the middle");
    }
  }
  expect((await ask(server.port, "/", { host: `localhost:${server.port}` })).status).toBe(200);
});

test("a WebSocket of another origin is refused", async ({ server }) => {
  const upgrade = (origin: string) =>
    ask(server.port, "/api/live", {
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
      origin,
    });
  expect((await upgrade(server.origin)).status).toBe(101);
  for (const origin of ["http://attacker.invalid", "null", `http://localhost:${server.port + 1}`]) {
    expect((await upgrade(origin)).status, origin).toBe(403);
  }
});

test("whatever would write is refused", async ({ server }) => {
  for (const method of ["POST", "PUT", "DELETE", "PATCH"]) {
    for (const path of ["/", "/api/conversations", `/api/conversations/${ID}`, "/api/live"]) {
      const answer = await ask(server.port, path, {}, method);
      expect(answer.status, `${method} ${path}`).toBe(405);
    }
  }
});

test("reading leaves every byte of the store as it is", async ({ page, request, workspace, server }) => {
  const seen = () =>
    readdirSync(workspace.root, { recursive: true, encoding: "utf8" })
      .toSorted()
      .map((name) => {
        const path = join(workspace.root, name);
        const { mtimeMs, mode } = statSync(path);
        return [name, mtimeMs, mode, statSync(path).isFile() ? readFileSync(path, "base64") : ""];
      });
  const before = seen();
  await page.goto("/");
  const { data } = await (await request.get("/api/conversations")).json();
  for (const { id } of data) {
    for (const view of ["user", "raw", "provider"]) {
      await page.goto(`/c/${id}?view=${view}`);
      await request.get(`/api/conversations/${id}/events?view=${view}&limit=all`);
    }
  }
  // A page that is open would look for its server.
  await page.goto("about:blank");
  await server.stop();
  expect(seen()).toEqual(before);
});
