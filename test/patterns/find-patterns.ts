import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';

export interface Pattern {
  source: string;
  flags: string;
  /** File and line of each place that writes it. */
  places: string[];
}

/** Every regular expression of the program: literals, and `new RegExp(…)` with what its file says of the text. */
export function findPatterns(): Pattern[] {
  const found = new Map<string, Pattern>();
  const paths = globSync('{apps,packages}/**/*.{ts,tsx}').filter(
    (path) => !/node_modules|\/build\/|\.react-router|\.test\.tsx?$|\/test\//.test(path),
  );
  for (const path of paths) {
    const text = readFileSync(path, 'utf8');
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    const constants = constantsOf(file);
    const visit = (node: ts.Node) => {
      const pattern = patternOf(node, constants);
      if (pattern) {
        const place = `${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
        const key = `/${pattern.source}/${pattern.flags}`;
        const known = found.get(key);
        if (known) known.places.push(place);
        else found.set(key, { ...pattern, places: [place] });
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return [...found.values()];
}

function patternOf(node: ts.Node, constants: Map<string, ts.Expression>) {
  if (ts.isRegularExpressionLiteral(node)) return ofLiteral(node);
  if (!ts.isNewExpression(node) || node.expression.getText() !== 'RegExp') return undefined;
  const [source, flags] = node.arguments ?? [];
  if (!source) return undefined;
  return { source: textOf(source, constants), flags: flags && ts.isStringLiteral(flags) ? flags.text : '' };
}

function ofLiteral({ text }: ts.RegularExpressionLiteral) {
  const end = text.lastIndexOf('/');
  return { source: text.slice(1, end), flags: text.slice(end + 1) };
}

function constantsOf(file: ts.SourceFile) {
  const constants = new Map<string, ts.Expression>();
  const visit = (node: ts.Node) => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      constants.set(node.name.text, node.initializer);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return constants;
}

/** The text an expression of constants makes; for what only running it would tell, a letter. */
function textOf(node: ts.Expression, constants: Map<string, ts.Expression>): string {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'String.raw')
    return ofTemplate(node.template, (part) => part.rawText ?? part.text, constants);
  if (ts.isTemplateExpression(node)) return ofTemplate(node, (part) => part.text, constants);
  if (ts.isBinaryExpression(node)) return textOf(node.left, constants) + textOf(node.right, constants);
  if (ts.isPropertyAccessExpression(node) && node.name.text === 'source') return textOf(node.expression, constants);
  if (ts.isRegularExpressionLiteral(node)) return ofLiteral(node).source;
  const constant = ts.isIdentifier(node) ? constants.get(node.text) : undefined;
  return constant ? textOf(constant, constants) : 'x';
}

function ofTemplate(
  node: ts.TemplateLiteral,
  part: (piece: ts.TemplateLiteralLikeNode) => string,
  constants: Map<string, ts.Expression>,
) {
  if (ts.isNoSubstitutionTemplateLiteral(node)) return part(node);
  const spans = node.templateSpans.map(({ expression, literal }) => textOf(expression, constants) + part(literal));
  return part(node.head) + spans.join('');
}
