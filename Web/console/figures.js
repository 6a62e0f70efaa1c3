// Reads the server's metrics (Prometheus' text format) and makes the figures of the overview. The functions are pure.

/**
 * The samples of a text, by name.
 *
 * @param {string} text
 * @returns {Map<string, {labels: Record<string, string>, value: number}[]>}
 */
export function readMetrics(text) {
  const samples = new Map();
  for (const line of text.split("\n")) {
    const match = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/u.exec(line);
    if (!match) continue;
    const value = match[3] === "+Inf" ? Infinity : Number(match[3]);
    if (Number.isNaN(value)) continue;
    const labels = {};
    for (const [, name, content] of (match[2] ?? "").matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/gu)) labels[name] = content;
    if (!samples.has(match[1])) samples.set(match[1], []);
    samples.get(match[1]).push({ labels, value });
  }
  return samples;
}

/** The sum of all samples of a name; null where there is none. */
export function total(samples, name) {
  const own = samples.get(name);
  return own ? own.reduce((sum, { value }) => sum + value, 0) : null;
}

/**
 * What the server is; null where its metrics do not say.
 *
 * @returns {?{version: string, node: string}}
 */
export function buildOf(samples) {
  const { version = "", node = "" } = samples.get("ovation_build_info")?.[0]?.labels ?? {};
  return version === "" && node === "" ? null : { version, node };
}

/** How much a counter grew in a second between two readings; null where that is not known, as after a restart. */
export function rate(before, after, name, seconds) {
  if (!before || seconds <= 0) return null;
  const [first, last] = [total(before, name), total(after, name)];
  return first === null || last === null || last < first ? null : (last - first) / seconds;
}

/**
 * The bound below which a share of a histogram's observations lies, in its unit; null where there were none.
 *
 * @param {?Map} before An earlier reading; null for all observations.
 */
export function quantile(before, after, name, share) {
  const sums = new Map();
  const add = (samples, sign) => {
    for (const { labels, value } of samples?.get(`${name}_bucket`) ?? []) {
      const bound = labels.le === "+Inf" ? Infinity : Number(labels.le);
      sums.set(bound, (sums.get(bound) ?? 0) + sign * value);
    }
  };
  add(after, 1);
  add(before, -1);
  const bounds = [...sums].sort(([a], [b]) => a - b);
  const count = bounds.at(-1)?.[1] ?? 0;
  if (count <= 0) return null;
  return bounds.find(([, below]) => below >= share * count)?.[0] ?? null;
}

/**
 * The figures of the overview, `null` where one is not known.
 *
 * @param {?{samples: Map, at: number}} before
 * @param {{samples: Map, at: number}} after Times are in milliseconds.
 */
export function figures(before, after) {
  const { samples } = after;
  const start = total(samples, "process_start_time_seconds");
  const processor = rate(before?.samples, samples, "process_cpu_seconds_total", before ? (after.at - before.at) / 1_000 : 0);
  const memory = total(samples, "process_resident_memory_bytes");
  const seconds = before ? (after.at - before.at) / 1_000 : 0;
  const of = (name) => total(samples, name);
  const perSecond = (name) => rate(before?.samples, samples, name, seconds);
  const late = (name) => quantile(before?.samples ?? null, samples, name, 0.99) ?? quantile(null, samples, name, 0.99);
  return [
    { key: "up", value: start === null ? null : Math.max(0, after.at - start * 1_000), unit: "duration" },
    { key: "connections", value: of("ovation_connections") },
    { key: "lives", value: of("ovation_rooms") },
    { key: "members", value: of("ovation_members") },
    { key: "publishers", value: of("ovation_media_publishers") },
    { key: "commands", value: perSecond("ovation_commands_total"), unit: "perSecond" },
    { key: "deliveries", value: perSecond("ovation_deliveries_total"), unit: "perSecond" },
    { key: "dropped", value: perSecond("ovation_dropped_total"), unit: "perSecond", isBad: (value) => value > 0 },
    { key: "commit", value: late("ovation_journal_commit_seconds"), unit: "seconds", isBad: (value) => value > 1 },
    { key: "rest", value: late("ovation_rest_call_seconds"), unit: "seconds" },
    { key: "processor", value: processor === null ? null : processor * 100, unit: "percent" },
    { key: "memory", value: memory === null ? null : memory / 1_048_576, unit: "megabytes" },
    { key: "pending", value: of("ovation_journal_pending") },
    { key: "callbacksWaiting", value: of("ovation_callbacks_waiting") },
    { key: "callbacksDead", value: of("ovation_callbacks_dead"), isBad: (value) => value > 0 },
    { key: "halted", value: of("ovation_gifting_halted"), unit: "truth", isBad: (value) => value > 0 },
    { key: "consoleSessions", value: of("ovation_console_sessions") },
  ];
}
