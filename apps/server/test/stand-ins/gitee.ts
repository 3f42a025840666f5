import { type Answer, type App, hasExactly, type Protocol } from './protocol.ts';
import { openStandIn } from './stand-in.ts';

/** Source: gitee.com/api/v5/oauth_doc and the swagger page of GET /v5/user. */
const protocol: Protocol = {
  name: 'Gitee',
  authorizePath: '/oauth/authorize',
  readRequest(query) {
    if (!hasExactly(query, ['client_id', 'redirect_uri', 'response_type', 'scope', 'state'])) return '参数不对';
    if (query.get('response_type') !== 'code' || query.get('scope') !== 'user_info') return '参数不对';
    return {
      clientId: query.get('client_id') ?? '',
      redirectUri: query.get('redirect_uri') ?? '',
      state: query.get('state') ?? '',
    };
  },
  denial: { error: 'access_denied', error_description: '资源所有者或服务器拒绝此请求。' },
  endpoints: {
    'POST /oauth/token': {
      step: 'token',
      answer({ form }, { app, takeCode, grantToken }) {
        if (!hasExactly(form, ['grant_type', 'code', 'client_id', 'redirect_uri', 'client_secret']))
          return no('invalid_request');
        if (form.get('client_id') !== app.id || form.get('client_secret') !== app.secret) return no('invalid_client');
        const grant = takeCode(form.get('code'));
        if (!grant || form.get('redirect_uri') !== grant.redirectUri) return no('invalid_grant');
        const granted = { access_token: grantToken(grant.person), token_type: 'bearer', expires_in: 86_400 };
        return {
          body: JSON.stringify({ ...granted, refresh_token: 'r', scope: 'user_info', created_at: 1_700_000_000 }),
        };
      },
    },
    'GET /api/v5/user': {
      step: 'profile',
      answer({ query }, { whose, pictureOf, url }) {
        const person = whose(query.get('access_token'));
        if (!person)
          return { status: 401, body: JSON.stringify({ message: '401 Unauthorized: Access token does not exist' }) };
        const { id, name } = person;
        const avatar_url = pictureOf(person) || `${url}/assets/no_portrait.png`;
        return {
          body: JSON.stringify({ id: Number(id), login: `user-${id}`, name, avatar_url, email: 'owner@example.com' }),
        };
      },
    },
  },
};

export const openGitee = (app: App, host?: string) => openStandIn(protocol, app, host);

function no(error: string): Answer {
  const challenge = { 'www-authenticate': `Bearer realm="Doorkeeper", error="${error}"` };
  return { status: 401, headers: challenge, body: JSON.stringify({ error, error_description: '授权方式无效' }) };
}
