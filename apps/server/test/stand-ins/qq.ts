import { type Answer, type App, hasExactly, type Person, type Protocol } from './protocol.ts';
import { openStandIn } from './stand-in.ts';

type Switches = {
  /** Answers in `callback( … );` whatever is asked for, as it did before it knew fmt=json. */
  jsonp?: boolean;
  /** Whether this owner may know the unionid: it is told, refused with an error, or just left out. */
  union?: 'told' | 'refused' | 'left out';
  /** The app a token was made out to, if it is not the one that asks. */
  otherApp?: string;
};

/** Source: wiki.connect.qq.com, 使用 Authorization_Code 获取 Access_Token, unionID 介绍, get_user_info, 公共返回码说明. */
const protocol = (switches: Switches): Protocol => ({
  name: 'QQ',
  authorizePath: '/oauth2.0/authorize',
  readRequest(query) {
    if (!hasExactly(query, ['response_type', 'client_id', 'redirect_uri', 'state', 'scope'])) return '参数不对';
    if (query.get('response_type') !== 'code' || query.get('scope') !== 'get_user_info') return '参数不对';
    return {
      clientId: query.get('client_id') ?? '',
      redirectUri: query.get('redirect_uri') ?? '',
      state: query.get('state') ?? '',
    };
  },
  denial: { usercancel: '1' },
  endpoints: {
    'GET /oauth2.0/token': {
      step: 'token',
      answer({ query }, { app, takeCode, grantToken }) {
        const names = ['grant_type', 'client_id', 'client_secret', 'code', 'redirect_uri', 'fmt'];
        if (!hasExactly(query, names)) return no(100_002, 'param client_secret is wrong or lost', switches.jsonp);
        if (query.get('grant_type') !== 'authorization_code')
          return no(100_004, 'param grant_type is wrong', switches.jsonp);
        if (query.get('client_id') !== app.id) return no(100_008, 'client request not valid', switches.jsonp);
        if (query.get('client_secret') !== app.secret) return no(100_009, 'client secret is illegal', switches.jsonp);
        const grant = takeCode(query.get('code'));
        if (!grant) return no(100_020, 'code is reused error', switches.jsonp);
        if (query.get('redirect_uri') !== grant.redirectUri)
          return no(100_010, 'redirect uri is illegal', switches.jsonp);
        return {
          body: JSON.stringify({ access_token: grantToken(grant.person), expires_in: '7776000', refresh_token: 'r' }),
        };
      },
    },
    'GET /oauth2.0/me': {
      step: 'profile',
      answer({ query }, { app, whose }) {
        const person = whose(query.get('access_token'));
        if (!person) return no(100_016, 'access token check failed', switches.jsonp);
        const wantsUnion = query.get('unionid') === '1';
        if (wantsUnion && switches.union === 'refused') return no(100_048, 'companyid not set', switches.jsonp);
        const unionid = wantsUnion && switches.union !== 'left out' ? { unionid: `UID_${person.id}` } : {};
        return said(
          { client_id: switches.otherApp ?? app.id, openid: openidOf(person), ...unionid },
          switches.jsonp || query.get('fmt') !== 'json',
        );
      },
    },
    'GET /user/get_user_info': {
      step: 'profile',
      answer({ query }, { app, whose, pictureOf }) {
        const person = whose(query.get('access_token'));
        if (!person || !hasExactly(query, ['access_token', 'oauth_consumer_key', 'openid']))
          return said({ ret: 100_013, msg: 'access token is illegal' }, false);
        if (query.get('oauth_consumer_key') !== app.id || query.get('openid') !== openidOf(person))
          return said({ ret: 100_030, msg: 'this api without user authorization' }, false);
        const pictures = { figureurl_qq_1: pictureOf(person), figureurl_qq_2: '' };
        return said({ ret: 0, msg: '', is_lost: 0, nickname: person.name, gender: '男', ...pictures }, false);
      },
    },
  },
});

export const openQq = (app: App, host?: string, switches: Switches = {}) => openStandIn(protocol(switches), app, host);

function openidOf({ id }: Person) {
  return id.padStart(32, 'A');
}

function no(error: number, error_description: string, jsonp = false) {
  return said({ error, error_description }, jsonp);
}

function said(answer: object, wrapped: boolean): Answer {
  const body = JSON.stringify(answer);
  return { type: 'text/html; charset=utf-8', body: wrapped ? `callback( ${body} );\n` : body };
}
