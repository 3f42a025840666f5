import type { KeyScope } from '@mojian/contract/platform/key-scopes';
import { z } from 'zod';
import type { RawInput } from '../../platform/http/calls.ts';

/** Makes a call of the API with the key's permissions and returns its data. @throws Failure as the call */
export type Ask = <Data>(call: string, input?: RawInput) => Promise<Data>;

type Described = { scopes: readonly KeyScope[]; title: string; description: string };

/** A tool of the MCP server: shown to keys that have one of its scopes, carried out by calls of the API. */
export type Tool = Described & { args: z.ZodObject; run: (ask: Ask, input: unknown) => Promise<unknown> };

/** Describes a tool whose function takes what its schema gives. */
export function tool<Args extends z.ZodObject>({
  run,
  ...described
}: Described & { args: Args; run: (ask: Ask, args: z.output<Args>) => Promise<unknown> }): Tool {
  return { ...described, run: (ask, input) => run(ask, described.args.parse(input)) };
}

export const id = (of: string) => z.int().min(1).describe(`${of}的编号`);
export const page = z.int().min(1).max(1000).default(1).describe('第几页，每页 10 条');
