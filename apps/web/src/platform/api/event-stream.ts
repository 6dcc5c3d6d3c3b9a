/** One server-sent event. */
export interface ServerEvent {
  readonly event: string;
  readonly data: string;
}

/**
 * Creates a parser for an event stream, as the HTML standard defines it: one field per line, an
 * empty line ends an event, and lines that begin with a colon are comments. The parser accepts
 * chunks of text that may end anywhere.
 */
export function createEventParser(onEvent: (event: ServerEvent) => void): (chunk: string) => void {
  let buffer = '';
  let event = '';
  let data: string[] = [];
  const parseLine = (line: string) => {
    if (line === '') {
      if (data.length > 0) onEvent({ event: event || 'message', data: data.join('\n') });
      event = '';
      data = [];
      return;
    }
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') event = value;
    if (field === 'data') data.push(value);
  };
  return (chunk) => {
    buffer += chunk;
    // A trailing carriage return may be the first half of a CRLF, so it stays in the buffer.
    const lines = buffer.split(/\r\n|\n|\r(?!$)/);
    buffer = lines.pop() ?? '';
    for (const line of lines) parseLine(line);
  };
}
