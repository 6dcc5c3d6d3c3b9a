import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { chromiumFlags, findChromium, noChromium } from './chromium.ts';
import { root } from './command/root.mjs';
import { type GalleryOptions, parseGalleryOptions } from './gallery/gallery-options.ts';
import { renderGalleryPage } from './gallery/gallery-page.ts';
import { galleryScreens } from './gallery/gallery-screens.ts';
import { createGalleryUsers, userOf } from './gallery/gallery-users.ts';
import { type Picture, takePictures } from './gallery/take-pictures.ts';
import { withThrowawayProduct } from './product/throwaway-product.ts';

const usage = `Usage: npm run gallery -- [options]

Takes pictures of every screen in every state, at four widths, light and dark, and checks each for accessibility.
Starts Cairn with temporary data. Writes .cache/gallery/index.html. Exits with 1 if a picture has a problem.

  --screens=budget,networth   only these screens
  --states=full,empty         only these states: full, empty, one-item, long-names, loading, error, demo, free
  --widths=1440,390           only these widths: 1440, 768, 390, 320
  --themes=light              only this theme: light, dark
  --no-axe                    no accessibility checks, which take half of the time
  --help                      prints this

Needs Chromium (set CHROMIUM_PATH if it is not found).`;

const folder = join(root, '.cache/gallery');
/** Pages that load at the same time. */
const parallelPages = 2;

async function takeGallery(options: GalleryOptions): Promise<Picture[]> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error(noChromium);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const pictures: Picture[] = [];
  await withThrowawayProduct(async (urls) => {
    const users = await createGalleryUsers(urls);
    const browser = await chromium.launch({ executablePath, args: chromiumFlags });
    const jobs = galleryScreens
      .filter(({ name }) => options.screens.length === 0 || options.screens.includes(name))
      .flatMap((screen) =>
        screen.states
          .filter((state) => options.states.includes(state))
          .map((state) => ({ screen, state, user: userOf(users, state) })),
      );
    const target = { app: urls.app, folder, options };
    const processJob = async (job: (typeof jobs)[number]) => {
      const taken = await takePictures(browser as Browser, target, job);
      pictures.push(...taken);
      console.log(`${job.screen.name}, ${job.state}: ${taken.length} pictures`);
      for (const { file, problems } of taken)
        for (const problem of problems) console.log(`  ${file}: ${problem}`);
    };
    const queue = [...jobs];
    const worker = async () => {
      for (let job = queue.shift(); job !== undefined; job = queue.shift()) await processJob(job);
    };
    await Promise.all(Array.from({ length: parallelPages }, worker));
    await browser.close();
  });
  const order = new Map(galleryScreens.map(({ name }, index) => [name, index]));
  return pictures.sort((a, b) => (order.get(a.screen) ?? 0) - (order.get(b.screen) ?? 0));
}

const args = process.argv.slice(2);
if (args.includes('--help') || args.includes('-h')) {
  console.log(usage);
  process.exit(0);
}
let options: GalleryOptions;
try {
  options = parseGalleryOptions(args);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error(usage);
  process.exit(2);
}
const pictures = await takeGallery(options);
writeFileSync(join(folder, 'index.html'), renderGalleryPage(pictures));
const faulty = pictures.filter(({ problems }) => problems.length > 0);
console.log(
  `Wrote ${pictures.length} pictures, ${faulty.length} with problems, to ${join(folder, 'index.html')}`,
);
process.exitCode = faulty.length === 0 ? 0 : 1;
