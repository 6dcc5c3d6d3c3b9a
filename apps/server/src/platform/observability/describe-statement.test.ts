import { expect, test } from 'vitest';
import { describeStatement } from './describe-statement.ts';

test.each([
  ['\n    select id from accounts where user_id = $1', 'select accounts'],
  ['insert into items (user_id) values ($1)', 'insert items'],
  ['update budgets set bills = $2 where user_id = $1', 'update budgets'],
  ['with due as (select * from pgboss.job) delete from x', 'with pgboss.job'],
  ['begin', 'begin'],
])('the span of the statement %j is named %j', (text, name) => {
  expect(describeStatement(text)).toMatchObject({
    name,
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': text.trim() },
  });
});
