import { describe, expect, it } from 'vitest';
import { linkWords } from './safe-link.tsx';

const same = (address: string) => linkWords(address, address);

describe('a link', () => {
  it('shows its host and the rest of its address', () => {
    expect(same('https://example.com/a/b?c=1#d')).toEqual({
      host: 'example.com',
      rest: '/a/b?c=1#d',
      name: '',
      doubt: '',
    });
    expect(same('https://example.com/')).toMatchObject({ host: 'example.com', rest: '' });
    expect(linkWords('www.example.com/a', 'http://www.example.com/a')).toMatchObject({
      host: 'www.example.com',
      rest: '/a',
      doubt: '',
    });
    expect(same('http://127.0.0.1:3000/x')).toMatchObject({ host: '127.0.0.1:3000', rest: '/x' });
  });

  it('is shortened in the middle, never at its host', () => {
    const words = same(`https://${'sub.'.repeat(12)}example.com/${'a'.repeat(500)}/the-end.html`);
    expect(words?.host).toBe(`${'sub.'.repeat(12)}example.com`);
    expect(words?.rest).toMatch(/^\/a{19}…[^…]{12}$/);
    expect(words?.rest.endsWith('the-end.html')).toBe(true);
  });

  it('shows Chinese in its path, but nothing that could break out of the line', () => {
    expect(same('https://example.com/%E8%B7%AF')?.rest).toBe('/路');
    expect(same('https://example.com/a%E2%80%AEb')?.rest).toBe('/a%E2%80%AEb');
    expect(same('https://example.com/%ff%fe')?.rest).toBe('/%ff%fe');
  });

  it('a link that names another host than its own shows a warning', () => {
    const words = linkWords('https://bank.cn/login', 'https://evil.example/login');
    expect(words?.host).toBe('evil.example');
    expect(words?.doubt).toContain('bank.cn');
    expect(linkWords('bank.cn', 'https://evil.example/')?.doubt).toContain('bank.cn');
  });

  it('with a name shows the name and the real host', () => {
    expect(linkWords('点这里', 'https://evil.example/x')).toEqual({
      host: 'evil.example',
      rest: '',
      name: '点这里',
      doubt: '',
    });
  });

  it.each([
    ['https://bank.cn@evil.example/', 'evil.example'],
    ['https://аpple.com/', 'xn--pple-43d.com'],
    ['http://93.184.216.34/a', '93.184.216.34'],
    ['http://[::1]/a', '[::1]'],
  ])('warns its reader: %s', (address, host) => {
    expect(same(address)).toMatchObject({ host });
    expect(same(address)?.doubt).not.toBe('');
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', '//example.com', 'nonsense', ''])('is none: %j', (address) => {
    expect(same(address)).toBeUndefined();
  });
});
