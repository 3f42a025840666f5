/** 1 login, 2 register, 3 forgot password, 4 WeChat. */
export type ViewIndex = 1 | 2 | 3 | 4;

export const views: Record<ViewIndex, { title: string; line: string }> = {
  1: { title: '登录', line: '见字如面。登录后可以评论、投稿、去茶座' },
  2: { title: '注册', line: '取个名字，以后好称呼' },
  3: { title: '找回密码', line: '验证码五分钟内有效，只用一次' },
  4: { title: '微信登录', line: '扫码关注公众号，回复下面这串字' },
};
