import { coveredWrites } from './covered-writes.ts';
import { type Finding, type FindingKind, findingKinds, type Ledger } from './ledger.ts';

/** The figures of a run. */
export interface Report {
  rounds: number;
  /** How often each disturbance occurred. */
  disturbanceCounts: Record<string, number>;
  kills: number;
  /** Acknowledged writes by call. */
  acknowledged: Record<string, number>;
  acknowledgedCount: number;
  unknownCount: number;
  /** Responses with status 500 by call. */
  internalErrors: Record<string, number>;
  findingCounts: Record<FindingKind, number>;
  findings: readonly Finding[];
  /** Calls that the load should make, but that were never acknowledged. */
  neverAcknowledged: string[];
}

/** Summarizes the ledger. `disturbances` names the disturbance of each round. */
export function createReport(ledger: Ledger, disturbances: readonly string[]): Report {
  const acknowledged = Object.fromEntries([...ledger.acknowledged].toSorted());
  const findingCounts = Object.fromEntries(
    findingKinds.map((kind) => [
      kind,
      ledger.findings.filter((finding) => finding.kind === kind).length,
    ]),
  ) as Record<FindingKind, number>; // One entry per kind.
  const disturbanceCounts: Record<string, number> = {};
  for (const name of disturbances) disturbanceCounts[name] = (disturbanceCounts[name] ?? 0) + 1;
  return {
    rounds: disturbances.length,
    disturbanceCounts,
    kills: disturbances.filter((name) => name.startsWith('kill')).length,
    acknowledged,
    acknowledgedCount: Object.values(acknowledged).reduce((sum, count) => sum + count, 0),
    unknownCount: ledger.unknownCount,
    internalErrors: Object.fromEntries(ledger.internalErrors),
    findingCounts,
    findings: ledger.findings,
    neverAcknowledged: Object.entries(coveredWrites)
      .filter(([key, coverage]) => coverage === 'load' && !ledger.acknowledged.has(key))
      .map(([key]) => key),
  };
}

/** Renders a report as lines of text. */
export function renderReport(report: Report): string {
  const list = (counts: Record<string, number>) =>
    Object.entries(counts).map(([name, count]) => `  ${String(count).padStart(6)}  ${name}`);
  return [
    `${report.rounds} rounds, ${report.kills} of them with a kill:`,
    ...list(report.disturbanceCounts),
    `${report.acknowledgedCount} acknowledged writes, ${report.unknownCount} without a response:`,
    ...list(report.acknowledged),
    ...(report.neverAcknowledged.length === 0
      ? []
      : [`never acknowledged: ${report.neverAcknowledged.join(', ')}`]),
    'responses with status 500:',
    ...list(report.internalErrors),
    'findings:',
    ...list(report.findingCounts),
  ].join('\n');
}
