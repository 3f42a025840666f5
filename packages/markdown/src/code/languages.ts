import type { LanguageInput } from 'shiki/core';

type Language = { label: string; aliases?: string[]; load: LanguageInput };

/** Highlighted languages, keyed by the grammar's name; each is loaded on first use. */
const languages: Record<string, Language> = {
  javascript: {
    label: 'JavaScript',
    aliases: ['js', 'mjs', 'cjs', 'node'],
    load: () => import('shiki/langs/javascript.mjs'),
  },
  typescript: { label: 'TypeScript', aliases: ['ts', 'mts', 'cts'], load: () => import('shiki/langs/typescript.mjs') },
  jsx: { label: 'JSX', load: () => import('shiki/langs/jsx.mjs') },
  tsx: { label: 'TSX', load: () => import('shiki/langs/tsx.mjs') },
  vue: { label: 'Vue', load: () => import('shiki/langs/vue.mjs') },
  html: { label: 'HTML', aliases: ['htm', 'xhtml'], load: () => import('shiki/langs/html.mjs') },
  css: { label: 'CSS', load: () => import('shiki/langs/css.mjs') },
  scss: { label: 'SCSS', aliases: ['sass'], load: () => import('shiki/langs/scss.mjs') },
  json: { label: 'JSON', aliases: ['json5', 'jsonc', 'webmanifest'], load: () => import('shiki/langs/json.mjs') },
  yaml: { label: 'YAML', aliases: ['yml'], load: () => import('shiki/langs/yaml.mjs') },
  toml: { label: 'TOML', load: () => import('shiki/langs/toml.mjs') },
  ini: { label: 'INI', aliases: ['conf', 'properties', 'env', 'dotenv'], load: () => import('shiki/langs/ini.mjs') },
  xml: { label: 'XML', aliases: ['svg', 'rss', 'pom'], load: () => import('shiki/langs/xml.mjs') },
  markdown: { label: 'Markdown', aliases: ['md', 'mdx'], load: () => import('shiki/langs/markdown.mjs') },
  shellscript: {
    label: 'Shell',
    aliases: ['sh', 'bash', 'shell', 'zsh', 'console', 'shell-session'],
    load: () => import('shiki/langs/shellscript.mjs'),
  },
  powershell: { label: 'PowerShell', aliases: ['ps1', 'pwsh', 'ps'], load: () => import('shiki/langs/powershell.mjs') },
  docker: { label: 'Dockerfile', aliases: ['dockerfile'], load: () => import('shiki/langs/docker.mjs') },
  nginx: { label: 'Nginx', load: () => import('shiki/langs/nginx.mjs') },
  diff: { label: 'Diff', aliases: ['patch'], load: () => import('shiki/langs/diff.mjs') },
  sql: { label: 'SQL', aliases: ['mysql', 'pgsql', 'postgresql', 'sqlite'], load: () => import('shiki/langs/sql.mjs') },
  python: { label: 'Python', aliases: ['py', 'python3'], load: () => import('shiki/langs/python.mjs') },
  java: { label: 'Java', load: () => import('shiki/langs/java.mjs') },
  kotlin: { label: 'Kotlin', aliases: ['kt', 'kts'], load: () => import('shiki/langs/kotlin.mjs') },
  swift: { label: 'Swift', load: () => import('shiki/langs/swift.mjs') },
  dart: { label: 'Dart', load: () => import('shiki/langs/dart.mjs') },
  go: { label: 'Go', aliases: ['golang'], load: () => import('shiki/langs/go.mjs') },
  rust: { label: 'Rust', aliases: ['rs'], load: () => import('shiki/langs/rust.mjs') },
  c: { label: 'C', aliases: ['h'], load: () => import('shiki/langs/c.mjs') },
  cpp: { label: 'C++', aliases: ['c++', 'cc', 'hpp', 'cxx'], load: () => import('shiki/langs/cpp.mjs') },
  csharp: { label: 'C#', aliases: ['c#', 'cs'], load: () => import('shiki/langs/csharp.mjs') },
  php: { label: 'PHP', load: () => import('shiki/langs/php.mjs') },
  ruby: { label: 'Ruby', aliases: ['rb'], load: () => import('shiki/langs/ruby.mjs') },
  lua: { label: 'Lua', load: () => import('shiki/langs/lua.mjs') },
};

const names = new Map(
  Object.entries(languages).flatMap(([name, { aliases = [] }]) => [name, ...aliases].map((alias) => [alias, name])),
);

/** Finds the grammar for a name such as `ts`, `C++` or `Dockerfile`; undefined if unsupported. */
export function findLanguage(written: string): string | undefined {
  return names.get(written.toLowerCase());
}

/** Shiki grammar of a name from `findLanguage`. */
export function grammarOf(name: string): LanguageInput | undefined {
  return languages[name]?.load;
}

/** Label of a code block: the language's usual spelling, or the name as written. */
export function languageLabel(written: string): string {
  const name = findLanguage(written);
  return (name && languages[name]?.label) || [...written].slice(0, 24).join('') || '文本';
}
