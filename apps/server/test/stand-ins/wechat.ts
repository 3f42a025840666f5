import { type Answer, type App, hasExactly, type Protocol } from './protocol.ts';
import { openStandIn } from './stand-in.ts';

const type = 'text/plain';

/** Source: developers.weixin.qq.com, 网站应用微信登录开发指南 and 授权后接口调用（UnionID）. */
const protocol: Protocol = {
  name: '微信',
  authorizePath: '/connect/qrconnect',
  readRequest(query) {
    if (!hasExactly(query, ['appid', 'redirect_uri', 'response_type', 'scope', 'state'])) return '参数不对';
    if (query.get('response_type') !== 'code' || query.get('scope') !== 'snsapi_login') return 'Scope 参数错误';
    return {
      clientId: query.get('appid') ?? '',
      redirectUri: query.get('redirect_uri') ?? '',
      state: query.get('state') ?? '',
    };
  },
  denial: {},
  endpoints: {
    'GET /sns/oauth2/access_token': {
      step: 'token',
      answer({ query }, { app, takeCode, grantToken }) {
        if (!hasExactly(query, ['appid', 'secret', 'code', 'grant_type'])) return no(41_008, 'missing code');
        if (query.get('grant_type') !== 'authorization_code') return no(40_002, 'invalid grant_type');
        if (query.get('appid') !== app.id) return no(40_013, 'invalid appid');
        if (query.get('secret') !== app.secret) return no(40_125, 'invalid appsecret');
        const grant = takeCode(query.get('code'));
        if (!grant) return no(40_163, 'code been used');
        const { person } = grant;
        const granted = { access_token: grantToken(person), expires_in: 7200, refresh_token: 'r' };
        return { type, body: JSON.stringify({ ...granted, openid: openidOf(person.id), scope: 'snsapi_login' }) };
      },
    },
    'GET /sns/userinfo': {
      step: 'profile',
      answer({ query }, { whose, pictureOf }) {
        const person = whose(query.get('access_token'));
        if (!person || !hasExactly(query, ['access_token', 'openid', 'lang'])) return no(40_001, 'invalid credential');
        if (query.get('openid') !== openidOf(person.id)) return no(40_003, 'invalid openid');
        const { name: nickname, union: unionid } = person;
        const about = { openid: openidOf(person.id), nickname, sex: 0, province: '', city: '', country: '' };
        const headimgurl = pictureOf(person);
        return { type, body: JSON.stringify({ ...about, headimgurl, privilege: [], ...(unionid && { unionid }) }) };
      },
    },
  },
};

export const openWechat = (app: App, host?: string) => openStandIn(protocol, app, host);

function openidOf(id: string) {
  return `oWx-openid_${id}`;
}

/** WeChat says no with status 200. */
function no(errcode: number, errmsg: string): Answer {
  return { type, body: JSON.stringify({ errcode, errmsg: `${errmsg}, rid: 6553b9e4` }) };
}
