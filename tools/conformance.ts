import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startSandbox } from '../tests/support/sandbox-process.ts';
import { Caller } from './conformance/caller.ts';
import { catchWebhooks } from './conformance/catch-webhooks.ts';
import { converseAboutEverybody } from './conformance/converse.ts';
import { Findings } from './conformance/findings.ts';
import { fireWebhooks } from './conformance/fire-webhooks.ts';
import { refuseBadRequests } from './conformance/refuse-bad-requests.ts';
import { Specification } from './conformance/specification.ts';

const help = `npm run conformance -- --spec FILE

Starts a sandbox, links every ready-made person at its banks, calls everything, sends bad requests and
receives webhooks, and holds each answer against the aggregator's published OpenAPI file (YAML or JSON,
version 2020-09-14). Ends with 1 where something does not fit.

The file is Plaid's, so it is not in this repository. Get it from
https://github.com/plaid/plaid-openapi: 2020-09-14.yml.`;

/** `npm run conformance`. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { spec: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help === true || values.spec === undefined || !existsSync(values.spec)) {
    const wrong = values.spec !== undefined && values.help !== true;
    if (wrong) console.error(`There is no file ${values.spec}.\n`);
    console.log(help);
    return values.help === true ? 0 : 2;
  }
  const specification = Specification.read(values.spec);
  console.log(`Held against ${specification.title}\n`);
  const findings = new Findings();
  const webhooks = await catchWebhooks();
  const sandbox = await startSandbox(webhooks.address);
  try {
    const caller = new Caller(sandbox.url, specification, findings);
    const conversation = { caller, specification, findings, webhooks };
    await converseAboutEverybody(conversation);
    await fireWebhooks(conversation);
    await refuseBadRequests(conversation);
  } finally {
    await sandbox.stop();
    webhooks.close();
  }
  console.log(findings.lines().join('\n'));
  return findings.faults.size === 0 ? 0 : 1;
}

process.exitCode = await main();
