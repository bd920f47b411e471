import { performance } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { CallSpec } from '#contract/define.ts';
import { calls } from '#contract/index.ts';
import { replayedHeader } from '#contract/calls/sync.ts';
import { hospitalOf } from './admission.ts';
import { readEntryTime } from './input.ts';
import { isEventStream } from './request-log.ts';
import type { ChangeHub } from '../db/change-hub.ts';
import { countEventStreams } from '../sync/event-stream.ts';

/** Units: seconds. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Ranges from a tablet on the ward's Wi-Fi to one that reconnects after a week. Units: seconds. */
const ageBuckets = [1, 5, 30, 60, 300, 1_800, 3_600, 14_400, 86_400, 604_800];

/** Sources of the metrics that are not about requests. */
interface MetricParts {
  pool: pg.Pool;
  hub: ChangeHub;
  now: () => Date;
}

/** Refusals of tablets that point at a fault of the app or at two people's work. */
const refusedStatuses = new Set([409, 410, 422, 426]);

/** Offline writes and other calls of the contract, by method and route as Fastify spells it. */
const callByRoute = new Map(
  Object.entries<CallSpec>(calls).map(([name, spec]) => [`${spec.method} /api${spec.path}`, { name, spec }]),
);

/**
 * Collects the metrics of this process. Promises: labels are route patterns, calls and codes of the contract, never an
 * address, a serial number, a name or an id but that of a hospital. Source: docs/operations.md
 */
export function measure(app: FastifyInstance, { pool, hub, now }: MetricParts): Registry {
  const registry = new Registry();
  const registers = [registry];
  const durations = new Histogram({
    name: 'ward_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: requestBuckets,
    registers,
  });
  const writes = new Counter({
    name: 'ward_writes_total',
    help: 'Writes of the contract: done once, replayed from the stored answer, or refused',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  const refusals = new Counter({
    name: 'ward_refusals_total',
    help: 'Answers that are a problem document, by its code',
    labelNames: ['code'],
    registers,
  });
  const refusedSync = new Counter({
    name: 'ward_sync_refusals_total',
    help: 'Refused offline entries, uploads and pulls of tablets (409, 410, 422, 426) by code and hospital id',
    labelNames: ['code', 'hospital'],
    registers,
  });
  const ages = new Histogram({
    name: 'ward_sync_entry_age_seconds',
    help: 'Age of an offline entry at receipt: receipt minus the time it was made',
    labelNames: ['kind'],
    buckets: ageBuckets,
    registers,
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const code = typeof payload === 'string' && isProblem(reply) ? /"code":"([a-z_.]+)"/.exec(payload)?.[1] : undefined;
    if (code === undefined) return payload;
    refusals.inc({ code });
    const spec = callByRoute.get(`${request.method} ${request.routeOptions.url ?? ''}`)?.spec;
    const isSync =
      spec?.offline !== undefined || spec?.outboxScope === true || spec?.path.startsWith('/Sync/') === true;
    const hospital = isSync && refusedStatuses.has(reply.statusCode) ? hospitalOf(request) : undefined;
    if (hospital !== undefined) refusedSync.inc({ code, hospital });
    return payload;
  });
  app.addHook('onResponse', async (request, reply) => {
    if (isEventStream(request)) return;
    const { method } = request;
    const route = request.routeOptions.url ?? 'none';
    durations.observe({ method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    const call = callByRoute.get(`${method} ${route}`);
    if (!call || method === 'GET' || call.spec.access === 'open') return;
    const kind = call.spec.offline?.kind ?? call.name;
    const outcome = outcomeOf(reply);
    writes.inc({ kind, outcome });
    if (call.spec.offline && outcome === 'done') ages.observe({ kind }, ageOf(request, now()));
  });

  const gauges: Record<string, [help: string, read: () => number]> = {
    ward_event_streams: ['Open streams of live events', countEventStreams],
    ward_live_events_connected: ['1 while changes of other processes are received', () => Number(hub.isListening())],
    ward_event_loop_delay_seconds: ['Delay of the event loop', () => app.memoryUsage().eventLoopDelay / 1000],
    ward_event_loop_utilization: ['Busy share of the event loop since the metrics were read before', busyShare()],
    ward_database_connections_open: ['Connections of the pool', () => pool.totalCount],
    ward_database_connections_idle: ['Idle connections of the pool', () => pool.idleCount],
    ward_database_requests_waiting: ['Requests waiting for a connection', () => pool.waitingCount],
    process_resident_memory_bytes: ['Memory of this process', () => process.memoryUsage.rss()],
    nodejs_heap_size_used_bytes: ['Heap in use', () => process.memoryUsage().heapUsed],
    process_start_time_seconds: ['Start of this process since 1970', () => Date.now() / 1000 - process.uptime()],
  };
  for (const [name, [help, read]] of Object.entries(gauges)) {
    const gauge: Gauge = new Gauge({ name, help, registers: [], collect: () => gauge.set(read()) });
    registry.registerMetric(gauge);
  }
  return registry;
}

/**
 * Measures how busy the event loop was since the last reading; since the start, the value would hardly change after the
 * first hour.
 */
function busyShare(): () => number {
  let before = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  };
}

function isProblem(reply: FastifyReply): boolean {
  return String(reply.getHeader('content-type') ?? '').startsWith('application/problem+json');
}

function outcomeOf(reply: FastifyReply): 'done' | 'replayed' | 'refused' | 'failed' {
  if (reply.getHeader(replayedHeader) === 'true') return 'replayed';
  if (reply.statusCode >= 500) return 'failed';
  return reply.statusCode >= 400 ? 'refused' : 'done';
}

function ageOf(request: FastifyRequest, now: Date): number {
  return (now.getTime() - readEntryTime(request, now).at.getTime()) / 1000;
}
