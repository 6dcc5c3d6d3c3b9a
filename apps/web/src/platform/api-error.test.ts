import { describe, expect, test } from 'vitest';
import { ApiError, errorOfReply } from './api-error.ts';

const problem = {
  type: 'about:blank',
  title: 'Understood, but not possible',
  status: 422,
  detail: 'This category does not exist.',
  code: 'unprocessable',
  request_id: 'req-1',
};

describe('a refused reply', () => {
  test('becomes an error with the code, the status and the words of the problem', async () => {
    const error = await errorOfReply(new Response(JSON.stringify(problem), { status: 422 }));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 422,
      code: 'unprocessable',
      message: 'This category does not exist.',
      requestId: 'req-1',
    });
  });
  test.each([
    ['a page of a proxy', '<html>Bad gateway</html>', 502, 'internal'],
    ['nothing at all', '', 503, 'unavailable'],
    ['JSON of another kind', '{"message":"secret stack"}', 500, 'internal'],
    ['a bare null', 'null', 500, 'internal'],
  ])('that is %s is told in our own words', async (_what, body, status, code) => {
    const error = await errorOfReply(new Response(body, { status }));
    expect(error).toMatchObject({ status, code, requestId: null });
    expect(error.message).toBe('Something went wrong on our side. Please try again.');
  });
});
