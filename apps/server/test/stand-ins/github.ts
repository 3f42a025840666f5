import { createHash } from 'node:crypto';
import { type Answer, type App, hasExactly, type Protocol } from './protocol.ts';
import { openStandIn } from './stand-in.ts';

/** Source: docs.github.com, Authorizing OAuth apps, as on a private server: the API lies under /api/v3. */
const protocol: Protocol = {
  name: 'GitHub',
  authorizePath: '/login/oauth/authorize',
  readRequest(query) {
    const names = ['client_id', 'redirect_uri', 'state', 'code_challenge', 'code_challenge_method'];
    if (!hasExactly(query, names) || query.get('code_challenge_method') !== 'S256') return '参数不对';
    return {
      clientId: query.get('client_id') ?? '',
      redirectUri: query.get('redirect_uri') ?? '',
      state: query.get('state') ?? '',
      challenge: query.get('code_challenge') ?? '',
    };
  },
  denial: {
    error: 'access_denied',
    error_description: 'The user has denied your application access.',
    error_uri: 'https://docs.github.com/apps/troubleshooting-authorization-request-errors/#access-denied',
  },
  approval: (url) => ({ iss: `${url}/login/oauth` }),
  endpoints: {
    'POST /login/oauth/access_token': {
      step: 'token',
      answer({ form, headers }, { app, takeCode, grantToken }) {
        const names = ['client_id', 'client_secret', 'code', 'redirect_uri', 'code_verifier', 'grant_type'];
        if (!hasExactly(form, names)) return no('bad_request');
        if (form.get('client_id') !== app.id || form.get('client_secret') !== app.secret)
          return no('incorrect_client_credentials');
        const grant = takeCode(form.get('code'));
        if (!grant) return no('bad_verification_code');
        if (form.get('redirect_uri') !== grant.redirectUri) return no('redirect_uri_mismatch');
        const proof = createHash('sha256')
          .update(form.get('code_verifier') ?? '')
          .digest('base64url');
        if (proof !== grant.challenge) return no('bad_verification_code');
        const granted = { access_token: grantToken(grant.person), scope: '', token_type: 'bearer' };
        if (headers.accept !== 'application/json')
          return { type: 'application/x-www-form-urlencoded', body: String(new URLSearchParams(granted)) };
        return { body: JSON.stringify(granted) };
      },
    },
    'GET /api/v3/user': {
      step: 'profile',
      answer({ headers }, { whose, pictureOf }) {
        if (!headers['user-agent']) return { status: 403, type: 'text/html', body: 'Request forbidden' };
        const person = whose(/^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]);
        if (!person) return { status: 401, body: JSON.stringify({ message: 'Bad credentials', status: '401' }) };
        const { id, name } = person;
        const about = { id: Number(id), login: `user-${id}`, name, avatar_url: pictureOf(person), type: 'User' };
        return { body: JSON.stringify({ ...about, email: 'owner@example.com' }) };
      },
    },
  },
};

export const openGithub = (app: App, host?: string) => openStandIn(protocol, app, host);

/** GitHub says no with status 200. */
function no(error: string): Answer {
  return { body: JSON.stringify({ error, error_description: 'No.', error_uri: 'https://docs.github.com/' }) };
}
