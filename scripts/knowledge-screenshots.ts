import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeKnowledge } from './knowledge-screenshots/content.ts';
import { knowledgeShots } from './knowledge-screenshots/shots.ts';
import { startShownBrowser } from './screenshot-browser.ts';
import { startShownServer } from './screenshot-server.ts';
import { takeScreens } from './screens.ts';

/**
 * `npm run screenshots:knowledge -- [FOLDER] [NAME…]`: the screens of the knowledge base and of the failure finder, on
 * both devices and in both themes and languages. They are for looking at, so they go to a folder outside the
 * repository. Names are those of shots.ts; without any, all.
 */

const [folder = join(tmpdir(), 'vfp-knowledge-screenshots'), ...wanted] = process.argv.slice(2);

const dataDir = mkdtempSync(join(tmpdir(), 'vfp-knowledge-screenshots-data-'));
const server = await startShownServer(dataDir);
const browser = await startShownBrowser(dataDir);
try {
  const content = await writeKnowledge(server.url);
  const screens = knowledgeShots.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  await takeScreens({ browser, url: server.url, folder, screens, content });
} finally {
  await browser.close();
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
}
