import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { nodeSettings } from './command/node-settings.mjs';
import { root } from './command/root.mjs';
import { ConformanceClient } from './conformance/conformance-client.ts';
import { exerciseEveryPerson } from './conformance/exercise-items.ts';
import { Findings } from './conformance/findings.ts';
import { fireWebhooks } from './conformance/fire-webhooks.ts';
import { sendBadRequests } from './conformance/send-bad-requests.ts';
import { Specification } from './conformance/specification.ts';
import { startWebhookReceiver } from './conformance/webhook-receiver.ts';
import { startChild } from './product/child.ts';
import { freePort } from './product/free-port.ts';
import { readLogLimits } from './product/log-limits.ts';
import { waitForPort } from './product/readiness.ts';
import { createThrowawayFolder, removeThrowawayFolder } from './product/throwaway-folder.ts';

const help = `npm run conformance -- --spec FILE

Validates the sandbox against the aggregator's published OpenAPI file (YAML or JSON, version
2020-09-14). Starts a sandbox, links every built-in person, makes all calls, sends invalid requests, and
receives webhooks. Exits with 1 if anything does not match.

The file is Plaid's, so it is not in this repository. Download 2020-09-14.yml from
https://github.com/plaid/plaid-openapi.`;

/** `npm run conformance`. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { spec: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help === true || values.spec === undefined || !existsSync(values.spec)) {
    const isMissing = values.spec !== undefined && values.help !== true;
    if (isMissing) console.error(`The file ${values.spec} does not exist.\n`);
    console.log(help);
    return values.help === true ? 0 : 2;
  }
  const specification = Specification.read(values.spec);
  console.log(`Validating against ${specification.title}\n`);
  const findings = new Findings();
  const webhooks = await startWebhookReceiver();
  const sandbox = await startSandbox();
  try {
    const client = new ConformanceClient(sandbox.url, specification, findings);
    const run = { client, specification, findings, webhooks };
    await exerciseEveryPerson(run);
    await fireWebhooks(run);
    await sendBadRequests(run);
  } finally {
    await sandbox.stop();
    webhooks.close();
  }
  console.log(findings.lines().join('\n'));
  return findings.mismatches.size === 0 ? 0 : 1;
}

async function startSandbox(): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = createThrowawayFolder();
  const [port, smtpPort] = await Promise.all([freePort(), freePort()]);
  const sandbox = startChild({
    name: 'sandbox',
    args: ['apps/sandbox/src/main.ts'],
    cwd: root,
    env: { ...nodeSettings, SANDBOX_PORT: String(port), SMTP_PORT: String(smtpPort) },
    logFile: join(folder, 'sandbox.log'),
    logLimits: readLogLimits({}),
  });
  const stop = async () => {
    await sandbox.stop(5_000);
    removeThrowawayFolder(folder);
  };
  try {
    await waitForPort(sandbox, port, 60_000);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `http://localhost:${port}`, stop };
}

process.exitCode = await main();
