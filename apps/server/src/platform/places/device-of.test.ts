import { expect, test } from 'vitest';
import { deviceOf } from './places.ts';

test.each([
  [
    'Chrome · Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  ],
  [
    'Edge · Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
  ],
  [
    'Edge · Android',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36 EdgA/120.0.0.0',
  ],
  [
    'Safari · macOS',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
  ],
  [
    'Safari · iOS',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  ],
  [
    'Safari · iOS',
    'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  ],
  [
    'Chrome · iOS',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/123.0.6312.52 Mobile/15E148 Safari/604.1',
  ],
  ['Firefox · Linux', 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'],
  [
    'Firefox · iOS',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 14_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/123.0 Mobile/15E148 Safari/605.1.15',
  ],
  [
    'Chrome · Android',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
  ],
  [
    'Opera · Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0.0.0 Safari/537.36 OPR/105.0.0.0',
  ],
  ['IE · Windows', 'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko'],
  [
    'Chrome · Chrome OS',
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
  ],
  [
    '微信 · Android',
    'Mozilla/5.0 (Linux; Android 14; V2309A Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36 XWEB/1160117 MMWEBSDK/20240404 MMWEBID/1234 MicroMessenger/8.0.49.2600(0x28003133) WeChat/arm64 Weixin NetType/WIFI Language/zh_CN ABI/arm64',
  ],
  [
    '微信 · iOS',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.49(0x1800312b) NetType/4G Language/zh_CN',
  ],
  [
    '微信 · Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/107.0.0.0 Safari/537.36 NetType/WIFI MicroMessenger/7.0.20.1781(0x6700143B) WindowsWechat(0x63090a13) XWEB/9129 Flue',
  ],
  [
    '微信 · macOS',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/107.0.0.0 Safari/537.36 NetType/WIFI MicroMessenger/6.8.0(0x16080000) MacWechat/3.8.7(0x13080712) XWEB/1191 Flue',
  ],
  [
    'QQ 浏览器 · Android',
    'Mozilla/5.0 (Linux; U; Android 13; zh-cn; M2102K1C Build/TKQ1.220829.002) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/109.0.5414.86 MQQBrowser/14.7 Mobile Safari/537.36 COVC/046915',
  ],
  [
    'QQ 浏览器 · iOS',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 MQQBrowser/14.9.0 Mobile/15E148 Safari/604.1 QBWebViewUA/2 QBWebViewType/1 WKType/1',
  ],
  [
    'QQ 浏览器 · Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/94.0.4606.71 Safari/537.36 Core/1.94.202.400 QQBrowser/11.9.5355.400',
  ],
  [
    'QQ · Android',
    'Mozilla/5.0 (Linux; Android 13; 2201123C Build/TKQ1.220807.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/109.0.5414.86 MQQBrowser/6.2 TBS/046805 Mobile Safari/537.36 V1_AND_SQ_9.0.35_6350_YYB_D QQ/9.0.35.16465 NetType/WIFI WebP/0.3.0 AppId/537202711 Pixel/1080',
  ],
  [
    'QQ · iOS',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 QQ/9.0.25.602 V1_IPH_SQ_9.0.25_1_APP_A Pixel/1170 SimpleUISwitch/0 StudyMode/0 CurrentMode/0 CurrentFontScale/1.000000 QQTheme/1000 AppId/537199999 Core/WKWebView Device/Apple(iPhone 14) NetType/WIFI',
  ],
  [
    '支付宝 · Android',
    'Mozilla/5.0 (Linux; U; Android 13; zh-CN; PGT-AN10 Build/HONORPGT-AN10) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/105.0.5195.148 UWS/5.12.3.0 Mobile Safari/537.36 UCBS/5.12.3.0_220101 ChannelId(2) NebulaSDK/1.8.100112 Nebula AliApp(AP/10.5.66.8000) AlipayClient/10.5.66.8000 Language/zh-Hans useStatusBar/true isConcaveScreen/true NebulaX/1.0.0 Ariver/1.0.0',
  ],
  [
    '支付宝 · iOS',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Ariver/1.1.0 AliApp(AP/10.5.86.6100) Nebula WK RVKType(0) AlipayDefined(nt:WIFI,ws:390|780|3.0) AlipayClient/10.5.86.6100 Language/zh-Hans Region/CN NebulaX/1.0.0',
  ],
  [
    '钉钉 · Android',
    'Mozilla/5.0 (Linux; U; Android 13; zh-CN; M2012K11AC Build/TKQ1.220829.002) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0.4896.58 UWS/5.12.3.0 Mobile Safari/537.36 AliApp(DingTalk/7.5.10) com.alibaba.android.rimet/38484600 Channel/263200',
  ],
  [
    '微博 · iOS',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Weibo (iPhone15,3__weibo__14.4.1__iphone__os17.4.1)',
  ],
  [
    '抖音 · Android',
    'Mozilla/5.0 (Linux; Android 12; ABR-AL00 Build/HUAWEIABR-AL00; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/99.0.4844.88 Mobile Safari/537.36 aweme_290500 JsSdk/1.0 NetType/WIFI AppName/aweme app_version/29.5.0',
  ],
  [
    '百度 · Android',
    'Mozilla/5.0 (Linux; Android 13; M2011K2C Build/TKQ1.220829.002; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/97.0.4692.98 Mobile Safari/537.36 T7/13.60 SP-engine/3.0.0 matrixstyle/0 lite baiduboxapp/6.40.5.10 (Baidu; P1 13) NABar/1.0',
  ],
  [
    '华为浏览器 · 鸿蒙',
    'Mozilla/5.0 (Linux; Android 12; HarmonyOS; ALN-AL00; HMSCore 6.13.0.302) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.5735.196 HuaweiBrowser/15.0.4.312 Mobile Safari/537.36',
  ],
  [
    '华为浏览器 · 鸿蒙',
    'Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 Mobile HuaweiBrowser/5.0.4.300',
  ],
  [
    'Chrome · 鸿蒙',
    'Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 Mobile',
  ],
  [
    '荣耀浏览器 · Android',
    'Mozilla/5.0 (Linux; U; Android 14; zh-cn; MAA-AN10) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/110.0.5481.154 HonorBrowser/9.0.2.301 Mobile Safari/537.36',
  ],
  [
    '小米浏览器 · Android',
    'Mozilla/5.0 (Linux; U; Android 14; zh-cn; 23127PN0CC Build/UKQ1.230804.001) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/118.0.0.0 Mobile Safari/537.36 XiaoMi/MiuiBrowser/18.6.41',
  ],
  [
    'UC 浏览器 · Android',
    'Mozilla/5.0 (Linux; U; Android 13; zh-CN; V2055A Build/TP1A.220624.014) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0.4896.58 UCBrowser/16.5.6.1293 Mobile Safari/537.36',
  ],
  [
    'UC 浏览器 · iOS',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X; zh-cn) AppleWebKit/601.1.46 (KHTML, like Gecko) Mobile/20G75 UCBrowser/16.1.0.2058 Mobile  AliApp(TUnionSDK/0.1.20.4)',
  ],
  [
    '夸克 · Android',
    'Mozilla/5.0 (Linux; U; Android 14; zh-CN; 22081212C Build/UKQ1.230917.001) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0.4896.58 Quark/7.0.5.670 Mobile Safari/537.36',
  ],
  [
    'OPPO 浏览器 · Android',
    'Mozilla/5.0 (Linux; U; Android 13; zh-cn; PHM110 Build/TP1A.220905.001) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/109.0.5414.86 Mobile Safari/537.36 HeyTapBrowser/40.8.30.1',
  ],
  [
    'vivo 浏览器 · Android',
    'Mozilla/5.0 (Linux; Android 13; V2254A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/87.0.4280.141 Mobile Safari/537.36 VivoBrowser/17.0.0.0',
  ],
  [
    '三星浏览器 · Android',
    'Mozilla/5.0 (Linux; Android 14; SAMSUNG SM-S9180) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36',
  ],
  [
    '360 浏览器 · Windows',
    'Mozilla/5.0 (Windows NT 10.0; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/108.0.5359.95 Safari/537.36 QIHU 360SE',
  ],
  [
    '搜狗浏览器 · Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/80.0.3987.87 Safari/537.36 SE 2.X MetaSr 1.0',
  ],
])('%s', (name, agent) => {
  expect(deviceOf(agent)).toBe(name);
});

test.each([
  ['nothing', ''],
  ['a program', 'curl/8.5.0'],
  ['a crawler', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
  ['a tag', '<script>alert(1)</script>/1.0 x'],
  ['odd bytes', '\u0000\ufffd\u202e/1.0 \ud800'],
  ['a name of objects', 'constructor/1.0 toString/2.0'],
])('%s is an unknown device', (_what, agent) => {
  expect(deviceOf(agent)).toBe('未知设备');
});

test('an oversized header costs no more and is not repeated', () => {
  for (const piece of ['Mozilla/5.0 (', 'Android 1.', 'Macintosh Mac OS X 1_1', 'opt/1.1', '1.', '(', 'MicroMessenger'])
    expect(deviceOf(piece.repeat(100_000 / piece.length)).length).toBeLessThan(30);
});
