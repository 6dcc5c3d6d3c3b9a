import { chromium } from '@playwright/test';
import { chromiumFlags, findChromium, noChromium } from './chromium.ts';
import { drawLogos } from './pictures/draw-logos.ts';
import { takePreviews } from './pictures/take-previews.ts';

const usage = `Usage: npm run pictures -- [--help] [logos] [previews]

Updates the pictures that are part of the product:
  logos     packages/people/logos: the logos of the demo's and the sandbox's merchants and banks
  previews  apps/web/src/pictures: the demo's screens, for /welcome and the upgrade screen
Without arguments, updates both. Needs Chromium (set CHROMIUM_PATH if it is not found).`;

const commands = {
  logos: drawLogos,
  previews: takePreviews,
};

function readArguments(args: readonly string[]): (keyof typeof commands)[] | null {
  if (args.length === 0) return ['logos', 'previews'];
  const chosen = args.filter((arg) => arg === 'logos' || arg === 'previews');
  return chosen.length === args.length ? chosen : null;
}

const args = process.argv.slice(2);
const chosen = readArguments(args);
if (chosen === null) {
  const isHelp = args.every((arg) => arg === '--help' || arg === '-h');
  console[isHelp ? 'log' : 'error'](usage);
  process.exit(isHelp ? 0 : 2);
}

const executablePath = findChromium();
if (executablePath === null) throw new Error(noChromium);
const browser = await chromium.launch({ executablePath, args: chromiumFlags });
try {
  for (const name of chosen) console.log(`Wrote ${await commands[name](browser)} files (${name})`);
} finally {
  await browser.close();
}
