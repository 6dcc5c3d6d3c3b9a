import { describe, expect, test } from 'vitest';
import { ApiError, parseErrorResponse } from './api-error.ts';

const problem = {
  type: 'about:blank',
  title: 'Understood, but not possible',
  status: 422,
  detail: 'This category does not exist.',
  code: 'unprocessable',
  request_id: 'req-1',
};

describe('parseErrorResponse', () => {
  test('a problem response becomes an error with its code, status, and detail', async () => {
    const error = await parseErrorResponse(new Response(JSON.stringify(problem), { status: 422 }));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 422,
      code: 'unprocessable',
      message: 'This category does not exist.',
      requestId: 'req-1',
    });
  });
  test.each([
    ["a proxy's HTML page", '<html>Bad gateway</html>', 502, 'internal'],
    ['an empty body', '', 503, 'unavailable'],
    ['JSON that is not a problem', '{"message":"secret stack"}', 500, 'internal'],
    ['null', 'null', 500, 'internal'],
  ])(
    'a response with %s becomes an error with a generic message',
    async (_case, body, status, code) => {
      const error = await parseErrorResponse(new Response(body, { status }));
      expect(error).toMatchObject({ status, code, requestId: null });
      expect(error.message).toBe('Something went wrong on our side. Please try again.');
    },
  );
});
