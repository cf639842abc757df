import { median } from './measure.js';
import { ROWS } from './plan.js';

const number = (value) =>
  value >= 100 ? Math.round(value).toLocaleString('en-US') : value >= 10 ? value.toFixed(1) : value.toFixed(2);

const withRange = (values) =>
  values === undefined
    ? '-'
    : `${number(median(values))} [${number(Math.min(...values))}-${number(Math.max(...values))}]`;

/** Our share of another's speed, round by round: contenders of one round saw the same disk. */
const ratios = (ours, theirs, lower) =>
  ours.map((value, round) => (lower ? theirs[round] / value : value / theirs[round]));

/** One line of the table, with whether its aims are met. */
const lineOf = ({ key, label, unit, aim, lower }, measured) => {
  const values = measured.get(key);
  if (!values?.ours || !values.bare) return null;
  const ofBare = ratios(values.ours, values.bare, lower);
  const ofEmmett = values.emmett ? median(ratios(values.ours, values.emmett, lower)) : null;
  const share = median(ofBare);
  const met = (aim === undefined || share >= aim) && (ofEmmett === null || ofEmmett > 1);
  return {
    met,
    cells: [
      `${label}, ${unit}`,
      withRange(values.bare),
      withRange(values.ours),
      withRange(values.emmett),
      `**${share.toFixed(2)}** [${Math.min(...ofBare).toFixed(2)}-${Math.max(...ofBare).toFixed(2)}]`,
      aim === undefined ? '-' : String(aim),
      ofEmmett === null ? '-' : `${ofEmmett.toFixed(1)}x`,
      met ? 'yes' : '**no**',
    ],
  };
};

const HEAD = ['Row', 'bare table', 'our log', 'emmett', 'ours / bare', 'aim', 'ours / emmett', 'met'];
const tableOf = (lines) =>
  [HEAD, HEAD.map(() => '---'), ...lines.map(({ cells }) => cells)]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

const milliseconds = (value) => `${value.toFixed(2)} ms`;
const seconds = (value) => `${(value / 1000).toFixed(1)} s`;

const clockText = ({ ledgers, days, events, cold, coldMedian, building, heapMebibytes, emmettAlone }) =>
  `- ${ledgers.toLocaleString('en-US')} open runs of ${days} days (${events.toLocaleString('en-US')} events): first tick after a start ` +
  `**${seconds(coldMedian)}**${cold.length > 1 ? ` [${cold.map(seconds).join(', ')}]` : ' (one start)'}, opening and folding every ledger; ` +
  `read models built from nothing ${seconds(building)}; ${heapMebibytes.toLocaleString('en-US')} MiB resident with every state in memory. Emmett appending alone, told what to append and after what: ${withRange(emmettAlone)} runs/s.`;

/** The report as Markdown. Names nothing of the machine but what explains the figures. */
export const reportOf = ({ plan, sections, machine, minutes, load }) => {
  const measured = new Map(Object.values(sections).flatMap(({ rows }) => rows.map(({ key, values }) => [key, values])));
  const lines = ROWS.map((row) => lineOf(row, measured)).filter((line) => line !== null);
  const { appends, reads, rebuild } = sections;
  const text = [
    '# Benchmark of the log',
    '',
    `Written by \`npm run bench${plan === 'full' ? '' : ` -- --${plan}`}\`${plan === 'quick' ? ': sizes too small to judge by' : ''}. All contenders in one run on one disk, WAL with synchronous=FULL read back from each, in rounds, in turn. Numbers are medians [lowest-highest] over the rounds; a ratio is the median of the rounds' own ratios, above 1 where we are faster.`,
    '',
    tableOf(lines),
    '',
    '## Conditions',
    '',
    `- Node ${machine.node}, ${machine.processors} processors, run of ${minutes} minutes, load average ${load.join(' before, ')} after.`,
  ];
  if (appends) {
    const { durability, syncs, latency, tooEarly } = appends.facts;
    text.push(
      `- SQLite ${durability.ours.sqlite} in the bare table and our log, ${durability.emmett.sqlite} in emmett-sqlite 0.42.4 (shared connection).`,
      `- Disk: 4 KiB written and synced in ${withRange(syncs)} ms.`,
      ...['bare', 'ours', 'emmett'].map(
        (name) =>
          `- Single append, ${name === 'ours' ? 'our log' : name}: p50 ${milliseconds(latency[name].p50)}, p99 ${milliseconds(latency[name].p99)}, p99.9 ${milliseconds(latency[name].p999)}.`,
      ),
      `- Emmett's writers append in turn: overlapping appends on its shared connection are acknowledged before their commit (of 200, a second connection could not see ${tooEarly.emmett} when acknowledged; of ours, ${tooEarly.ours}). Overlapping all the same, 16 writers reach ${withRange(measured.get('writers-16-overlapping')?.emmett)} events/s.`,
    );
  }
  if (reads)
    text.push(
      `- Reading: ${reads.facts.events.toLocaleString('en-US')} events of 430 bytes of data and 100 of metadata, pages of 1,000.`,
    );
  if (rebuild) {
    const { events, emmettEvents, cases, projections, types } = rebuild.facts;
    text.push(
      `- Replay: ${events.toLocaleString('en-US')} events of ${cases.toLocaleString('en-US')} cases driven through the engine (${types.map(([type, count]) => `${type} ${count.toLocaleString('en-US')}`).join(', ')}, ...) into ${projections.length} projections (${projections.join(', ')}), keys read from their folder. Emmett: its consumer, batches of 1,000, over the first ${emmettEvents.toLocaleString('en-US')}.`,
    );
  }
  text.push(
    '- Daily clock: one tick through the engine, every ledger asked and decided anew, until processes and read models have followed. Bare: one checked insert a run, 100 a commit, into the same history. Emmett: its own command handler, which folds the stream, decides and appends, 100 overlapping in one transaction, no read model, on the last 30 days of that history.',
    '',
    '## Cold start of the daily clock',
    '',
    ...['clock30', 'clock365'].flatMap((name) => (sections[name] ? [clockText(sections[name].facts)] : [])),
    '',
  );
  return { text: text.join('\n'), missed: lines.filter(({ met }) => !met).map(({ cells }) => cells[0]) };
};
