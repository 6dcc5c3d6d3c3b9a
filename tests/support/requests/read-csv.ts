/** Parses CSV (RFC 4180), independently of the code that writes it. Throws if a line does not end with CRLF. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let position = 0;
  while (position < text.length) {
    let cell = '';
    if (text[position] === '"') {
      for (position += 1; ; position += 1) {
        if (text[position] !== '"') cell += text[position];
        else if (text[position + 1] === '"') {
          cell += '"';
          position += 1;
        } else break;
      }
      position += 1;
    } else {
      while (position < text.length && text[position] !== ',' && text[position] !== '\r') {
        cell += text[position];
        position += 1;
      }
    }
    row.push(cell);
    if (text[position] === ',') position += 1;
    else {
      if (text.slice(position, position + 2) !== '\r\n')
        throw new Error(`Expected the end of a line at ${position}`);
      position += 2;
      rows.push(row);
      row = [];
    }
  }
  return rows;
}
