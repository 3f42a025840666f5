const owner = { username: 'owner@example.com', password: 'bench-owner-2026!' };

type Sent = { method?: string; body?: unknown };

export type GhostCall = <T>(path: string, sent?: Sent) => Promise<T>;

/** Sets a fresh Ghost up, or logs in to one. Returns its call and the headers that make calls the owner's. */
export async function connectGhost(url: string) {
  const headers: Record<string, string> = { origin: url, 'content-type': 'application/json', 'accept-version': 'v6.0' };
  const call: GhostCall = async <T>(path: string, { method = 'GET', body }: Sent = {}) => {
    const answer = await fetch(`${url}/ghost/api/admin${path}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const cookies = answer.headers.getSetCookie();
    if (cookies.length > 0) headers.cookie = cookies.map((one) => one.split(';')[0]).join('; ');
    if (!answer.ok) throw new Error(`Ghost ${path}：${answer.status} ${await answer.text()}`);
    return (answer.headers.get('content-type')?.includes('json') ? await answer.json() : undefined) as T;
  };

  const { setup } = await call<{ setup: [{ status: boolean }] }>('/authentication/setup/');
  const [{ status: isSetUp }] = setup;
  if (!isSetUp) {
    const first = { name: '站长', email: owner.username, password: owner.password, blogTitle: '测' };
    await call('/authentication/setup/', { method: 'POST', body: { setup: [first] } });
  }
  // a session made while Ghost is still starting does not last
  for (let round = 0; ; round++) {
    await call('/session/', { method: 'POST', body: owner });
    const isIn = await call('/users/me/').then(
      () => true,
      () => false,
    );
    if (isIn) break;
    if (round === 20) throw new Error('Ghost 没有让站长登录');
    await new Promise((done) => setTimeout(done, 3000));
  }
  return { headers, call };
}
