/**
 * Preloaded into every client, so that none reaches a real network. Requests to the provider's fixed
 * address go to the emulator; a connection to any other machine fails, and its host lands in a file.
 */
import { appendFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";

const PROVIDER = "console.neon.tech";
const LOOPBACK = /^(localhost|127(\.\d+){3}|::1)$/;
const { connect } = net.Socket.prototype;
const { request } = https;

https.request = (options, ...rest) => {
  if (options.hostname !== PROVIDER) return request(options, ...rest);
  const { hostname, port } = new URL(process.env.EMULATOR_URL);
  return http.request({ ...options, protocol: "http:", hostname, port, agent: undefined }, ...rest);
};
syncBuiltinESMExports();

net.Socket.prototype.connect = function (...args) {
  const host = hostOf(Array.isArray(args[0]) ? args[0] : args);
  if (LOOPBACK.test(host)) return connect.apply(this, args);
  appendFileSync(process.env.REFUSED_HOSTS, `${host}\n`);
  process.nextTick(() => this.destroy(new Error(`${host} is not on this machine`)));
  return this;
};

/** The host in the arguments of `connect`: options, or port and host; a path is on this machine. */
function hostOf([target, host]) {
  const named = typeof target === "object" ? target.host : host;
  return typeof named === "string" ? named : "localhost";
}
