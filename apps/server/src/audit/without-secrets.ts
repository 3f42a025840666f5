const secret = /password|secret|token|aeskey|hash$|^(?:key|code)$/i;
const mask = '••••';

/** The same value with everything that is named like a secret masked, however deep; what is empty stays empty. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      secret.test(name) && typeof part === 'string' && part !== '' ? mask : withoutSecrets(part),
    ]),
  );
}
