import { people } from '@cairn/people/people';
import type { FastifyInstance } from 'fastify';
import { institutions } from '../plaid/institutions/institutions.ts';
import type { Aggregator } from '../plaid/plaid.plugin.ts';
import { handleControlErrors } from './control-errors.ts';
import { readSeed } from './control-fields.ts';
import { faultRoutes } from './fault.routes.ts';
import { itemRoutes } from './item.routes.ts';
import { webhookRoutes } from './webhook.routes.ts';

/** What `/control` needs from the sandbox. */
export interface ControlOptions {
  aggregator: Aggregator;
  /** Deletes the state of every provider. */
  reset(seed: number | null): void;
}

/** `/control`: triggers bank events, for manual and automated tests. */
export async function controlPlugin(app: FastifyInstance, options: ControlOptions): Promise<void> {
  const { aggregator, reset } = options;
  const { log, stateFile } = aggregator.context;

  handleControlErrors(app);

  app.post('/reset', async (request) => {
    reset(readSeed(request.body));
    await stateFile.save();
    return { seed: aggregator.registry.currentSeed };
  });
  app.get('/institutions', async () => institutions);
  app.get('/people', async () =>
    people.map(({ username, password, fullName, description }) => ({
      username,
      password,
      full_name: fullName,
      description,
    })),
  );
  app.get('/log', async () => log.newestFirst());

  await app.register(itemRoutes, aggregator);
  await app.register(faultRoutes, aggregator.context);
  await app.register(webhookRoutes, aggregator);
}
