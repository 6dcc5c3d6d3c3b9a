import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { type Browser, chromium } from '@playwright/test';
import { chromiumFlags, findChromium, noChromium } from '../tools/chromium.ts';

/** Starts a browser with an empty cache. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error(noChromium);
  return chromium.launch({ executablePath, args: chromiumFlags });
}

/** Total size of the files in bytes, as transferred with gzip, which every browser accepts. */
export async function gzipSize(urls: Iterable<string>): Promise<number> {
  let bytes = 0;
  for (const url of urls) {
    const request = get(url, { headers: { 'accept-encoding': 'gzip' } });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    if (response.statusCode !== 200)
      throw new Error(`${url} responded with ${response.statusCode}`);
    for await (const chunk of response) bytes += (chunk as Buffer).length;
  }
  return bytes;
}
