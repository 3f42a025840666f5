import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';

// the headless shell starts a third faster than the full Chromium
const shell = 'chromium-headless-shell';
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:/Program Files/Google/Chrome/Application/chrome.exe',
];

/** Path of a Chromium for the browser tests: CHROMIUM_PATH, an installed one, or undefined. */
export function findBrowser() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const inPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  return [...inPath, ...places].find((path) => existsSync(path));
}

/** Finds the browser, or installs Debian's with Chinese fonts where allowed; otherwise explains what to install. */
export function needBrowser() {
  const found = findBrowser();
  const isBest = found && (process.env.CHROMIUM_PATH || basename(found) === shell);
  if (isBest && hasChineseFont()) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) installFromDebian();
  const browser = findBrowser();
  if (browser) return browser;

  console.error(
    '浏览器测试需要 Chromium 或 Chrome：请安装（Debian：apt-get install chromium-headless-shell fonts-noto-cjk），或用 CHROMIUM_PATH 指明它的位置。',
  );
  process.exit(1);
}

function hasChineseFont() {
  const { stdout, error } = spawnSync('fc-list', [':lang=zh-cn'], { encoding: 'utf8' });
  return error !== undefined || stdout.trim() !== '';
}

function installFromDebian() {
  console.log('安装浏览器与中文字体……');
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  spawnSync('apt-get', ['update', '-qq'], quiet);
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', shell, 'fonts-noto-cjk'], quiet);
}
