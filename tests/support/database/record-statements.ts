import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** A statement of the server with example values. */
export interface RecordedStatement {
  /** The `application_name` of the connection. */
  application: string;
  text: string;
  values: unknown[];
}

/** For `npm run test:distributed`: the folder for the statements that the server runs in the tests. */
const folder = process.env.RECORD_STATEMENTS;
const recordedKey = Symbol.for('cairn recorded statements');

if (folder !== undefined && !Reflect.has(globalThis, recordedKey)) {
  Reflect.set(globalThis, recordedKey, true);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${process.pid}.jsonl`);
  const seen = new Set<string>();
  const { query } = pg.Client.prototype;
  const record = (statement: RecordedStatement) => {
    const key = `${statement.application} ${statement.text}`;
    if (seen.has(key)) return;
    seen.add(key);
    appendFileSync(file, `${JSON.stringify(statement)}\n`);
  };
  // Only listens: the query itself is unchanged.
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const application = Reflect.get(Reflect.get(this, 'connectionParameters'), 'application_name');
    const [config, values] = args;
    const text = typeof config === 'string' ? config : Reflect.get(Object(config), 'text');
    if (String(application).startsWith('cairn') && typeof text === 'string')
      record({
        application: String(application),
        text,
        values: (Reflect.get(Object(config), 'values') ?? values ?? []).map(serialize),
      });
    return Reflect.apply(query, this, args);
  } as typeof query;
}

/** Values of statements as JSON: the driver accepts text for every type. */
const serialize = (value: unknown): unknown => {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  if (Array.isArray(value)) return value.map(serialize);
  return value;
};
