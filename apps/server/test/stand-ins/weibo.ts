import { type Answer, type App, hasExactly, type Protocol } from './protocol.ts';
import { openStandIn } from './stand-in.ts';

const type = 'text/plain;charset=UTF-8';

/** Source: open.weibo.com/wiki, OAuth2/authorize, OAuth2/access_token, 2/users/show, Error_code. */
const protocol: Protocol = {
  name: '微博',
  authorizePath: '/oauth2/authorize',
  readRequest(query) {
    if (!hasExactly(query, ['client_id', 'redirect_uri', 'response_type', 'state'])) return '参数不对';
    if (query.get('response_type') !== 'code') return '参数不对';
    return {
      clientId: query.get('client_id') ?? '',
      redirectUri: query.get('redirect_uri') ?? '',
      state: query.get('state') ?? '',
    };
  },
  denial: {
    error_uri: '/oauth2/authorize',
    error: 'access_denied',
    error_description: 'user denied your request.',
    error_code: '21330',
  },
  endpoints: {
    'POST /oauth2/access_token': {
      step: 'token',
      answer({ form, headers }, { app, takeCode, grantToken }) {
        if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
          return no('invalid_request', 21323);
        if (!hasExactly(form, ['client_id', 'client_secret', 'grant_type', 'code', 'redirect_uri']))
          return no('invalid_request', 21323);
        if (form.get('client_id') !== app.id || form.get('client_secret') !== app.secret)
          return no('invalid_client', 21324);
        const grant = takeCode(form.get('code'));
        if (!grant) return no('invalid_grant', 21325);
        if (form.get('redirect_uri') !== grant.redirectUri) return no('redirect_uri_mismatch', 21322);
        const access_token = grantToken(grant.person);
        const granted = { access_token, remind_in: '157679999', expires_in: 157_679_999, uid: grant.person.id };
        return { type, body: JSON.stringify({ ...granted, isRealName: 'true' }) };
      },
    },
    'GET /2/users/show.json': {
      step: 'profile',
      answer({ query }, { whose, pictureOf }) {
        const person = whose(query.get('access_token'));
        if (!person || !hasExactly(query, ['access_token', 'uid'])) return no('invalid_access_token', 21332);
        if (query.get('uid') !== person.id) return no('User does not exists!', 20003);
        const { id, name } = person;
        const names = { id: Number(id), idstr: id, screen_name: name, name };
        return { body: JSON.stringify({ ...names, avatar_large: pictureOf(person), verified: false }) };
      },
    },
  },
};

export const openWeibo = (app: App, host?: string) => openStandIn(protocol, app, host);

function no(error: string, error_code: number): Answer {
  const request = '/oauth2/access_token';
  return { status: 400, type, body: JSON.stringify({ error, error_code, request, error_description: error }) };
}
