import Engine, { type Env, type MarkdownIt } from 'markdown-it';
import type { RenderState } from './render-state.ts';

export const { StateInline, Token } = Engine;
export const { unescapeAll } = new Engine().utils;
export type Token = InstanceType<typeof Token>;
export type StateInline = InstanceType<typeof StateInline>;
type BlockRule = ReturnType<MarkdownIt['block']['ruler']['getRules']>[number];

/** The rule for blocks that markdown-it has under a name, so that ours can decide and leave the reading to it. */
export function blockRule(name: string): BlockRule {
  const { ruler } = new Engine.ParserBlock();
  ruler.enableOnly(name); // throws for an unknown name
  return ruler.getRules('')[0] as BlockRule;
}

/** The state of the render that markdown-it passes on as `env`. */
export function stateOf(env: Env | undefined): RenderState {
  return env as RenderState;
}

/** Writes a token as HTML. */
type Write = (tokens: Token[], index: number, state: RenderState) => string;

/** Sets how tokens of these types are written. */
export function write(md: MarkdownIt, rules: Record<string, Write>): void {
  for (const [type, rule] of Object.entries(rules))
    md.renderer.rules[type] = (tokens, index, _options, env) => rule(tokens, index, stateOf(env));
}
