/** A small set the system draws itself. */
export const emoji = Array.from(
  '😀😄😂🤣😊😍🥰😘😎🤔😅😭😢😤😡😱🥱😴🤗🤭🙄😏🥺🤝👍👎👏🙏💪✌👌👀💯❤💔🔥✨🎉🎈🎁🌸🌹🌱🍀🍁🌙☀⭐🌈⛄☕🍵🍜🍻🎂📖📌💡🐱🐶🐼',
);
