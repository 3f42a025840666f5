import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

type Options = { mode?: 'same' | 'callers' | 'distinct'; seconds?: number };
type Load = { rate: number; p50: number; p99: number };

const program = resolve(import.meta.dirname, 'hammer.ts');

/** Measures requests per second over 32 connections, from a process of its own. */
export async function hammer(url: string, { mode = 'same', seconds = 6 }: Options = {}): Promise<Load> {
  const child = spawn(process.execPath, [program, url, String(seconds), mode]);
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.pipe(process.stderr);
  const code = await new Promise((done) => child.on('exit', done));
  if (code !== 0) throw new Error(`压测失败：${url}`);
  return JSON.parse(output) as Load;
}
