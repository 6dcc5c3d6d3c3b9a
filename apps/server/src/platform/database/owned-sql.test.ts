import { expect, test } from 'vitest';
import { newUserId } from '../identifiers.ts';
import { owned, withCustomPlan } from './owned-sql.ts';

test('a statement is marked for a custom plan', () => {
  const statement = withCustomPlan(owned`select 1 from accounts where user_id = ${newUserId()}`);
  expect(statement.customPlan).toBe(true);
});
