import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Db } from '../db/schema.ts';
import { countEntriesByState, oldestDue } from '../outbox/outbox.ts';
import { programVersion } from '../program-files.ts';
import type { PageCache } from '../render/page-cache.ts';

const seconds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const nanoseconds = 1e9;
/** Milliseconds between samples of the event loop. */
const sampleEvery = 20;

/** Parts of the running process that are sampled at each scrape. */
export type Sources = { db: Db; cache: PageCache; countStreams: () => number };

/** Counters of one site in this process, in a registry of its own. */
export class Metrics {
  readonly registry = new Registry();
  readonly #requests = this.#counter('requests_total', 'Answered requests', ['group', 'status']);
  readonly #requestSeconds = this.#histogram(
    'request_seconds',
    'Time until answered, streams and pages sent before routing excepted',
    ['group'],
  );
  readonly #renders = this.#histogram('render_seconds', 'Rendered pages', []);
  readonly #queries = this.#histogram('database_query_seconds', 'Database queries', []);
  readonly #failedQueries = this.#counter('database_query_failures_total', 'Failed database queries', []);
  readonly #loop = monitorEventLoopDelay({ resolution: sampleEvery });

  /** Begins to sample the event loop, until `stop`. */
  start() {
    this.#loop.enable();
  }

  stop() {
    this.#loop.disable();
  }

  countRequest(group: string, status: number, milliseconds: number) {
    this.#requests.inc({ group, status });
    if (group !== 'stream') this.#requestSeconds.observe({ group }, milliseconds / 1000);
  }

  /** Counts pages that were answered before routing, by status. */
  countPages(answered: Iterable<[status: number, count: number]>) {
    for (const [status, count] of answered) this.#requests.inc({ group: 'page', status }, count);
  }

  readonly countRender = (milliseconds: number) => this.#renders.observe(milliseconds / 1000);

  readonly countQuery = (milliseconds: number, failed: boolean) => {
    this.#queries.observe(milliseconds / 1000);
    if (failed) this.#failedQueries.inc();
  };

  /** Adds the gauges and totals that are sampled at each scrape. */
  watch({ db, cache, countStreams }: Sources) {
    this.#gauge('info', 'Version', ['version', 'node'], (gauge) =>
      gauge.set({ version: programVersion(), node: process.version }, 1),
    );
    this.#gauge('start_time_seconds', 'Start of the process', [], (gauge) => gauge.set(performance.timeOrigin / 1000));
    this.#gauge('streams_open', 'Open event streams', [], (gauge) => gauge.set(countStreams()));
    this.#watchCache(cache);
    this.#watchOutbox(db);
    this.#watchProcess();
  }

  #watchCache(cache: PageCache) {
    this.#gauge('page_cache_bytes', 'Size of the cached pages', [], (gauge) => gauge.set(cache.counts.bytes));
    this.#gauge('page_cache_pages', 'Cached pages', [], (gauge) => gauge.set(cache.counts.pages));
    this.#total('page_cache_hits_total', 'Pages sent from the cache', () => cache.counts.hits);
    this.#total('page_cache_misses_total', 'Pages not fresh in the cache', () => cache.counts.misses);
  }

  /** Gauges of the outbox; absent while the database is unreachable. */
  #watchOutbox(db: Db) {
    this.#gauge('outbox_entries', 'Entries of the outbox', ['state'], async (gauge) => {
      gauge.reset();
      const counts = await countEntriesByState(db).catch(() => ({}));
      for (const [state, count] of Object.entries(counts))
        gauge.set({ state: state === 'over' ? 'given-up' : state }, count);
    });
    this.#gauge('outbox_oldest_seconds', 'How long the oldest entry is overdue', [], async (gauge) => {
      gauge.remove();
      const dueAt = await oldestDue(db).catch(() => undefined);
      if (dueAt !== undefined) gauge.set(Math.max(0, Date.now() - dueAt) / 1000);
    });
  }

  #watchProcess() {
    const memory = { rss: 'rss', heap_used: 'heapUsed', heap_total: 'heapTotal', external: 'external' } as const;
    this.#gauge('memory_bytes', 'Memory of the process', ['kind'], (gauge) => {
      const used = process.memoryUsage();
      for (const [kind, field] of Object.entries(memory)) gauge.set({ kind }, used[field]);
    });
    this.#total('cpu_seconds_total', 'CPU time of the process', () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1e6;
    });
    this.#gauge('event_loop_delay_seconds', 'Delay of the event loop since it was last read', ['quantile'], (gauge) => {
      for (const quantile of [50, 99, 100])
        gauge.set(
          { quantile: quantile / 100 },
          Math.max(0, this.#loop.percentile(quantile) / nanoseconds - sampleEvery / 1000),
        );
      this.#loop.reset();
    });
  }

  #counter<Label extends string>(name: string, help: string, labelNames: Label[]) {
    return new Counter({ name: `mojian_${name}`, help, labelNames, registers: [this.registry] });
  }

  #histogram<Label extends string>(name: string, help: string, labelNames: Label[]) {
    return new Histogram({ name: `mojian_${name}`, help, labelNames, buckets: seconds, registers: [this.registry] });
  }

  #gauge<Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    read: (gauge: Gauge<Label>) => void | Promise<void>,
  ) {
    const gauge: Gauge<Label> = new Gauge({
      name: `mojian_${name}`,
      help,
      labelNames,
      registers: [this.registry],
      collect: () => read(gauge),
    });
  }

  /** Counter whose total another part of the process keeps. */
  #total(name: string, help: string, read: () => number) {
    const counter: Counter = new Counter({
      name: `mojian_${name}`,
      help,
      registers: [this.registry],
      collect: () => {
        counter.reset();
        counter.inc(read());
      },
    });
  }
}
