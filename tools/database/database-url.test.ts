import pg from 'pg';
import { expect, test } from 'vitest';
import { databaseUrl } from './database-url.ts';

test.each(['/srv/cairn/.data/socket', '/tmp/a b/über & co?x=1#2+3%41'])(
  'pg can parse the URL of a database whose socket is in %s',
  (folder) => {
    const client = new pg.Client({ connectionString: databaseUrl(folder, 'p/w?&=+ %') });
    expect(client).toMatchObject({
      host: folder,
      database: 'cairn',
      user: 'cairn',
      password: 'p/w?&=+ %',
    });
  },
);
