/** A small set the system draws itself; some are told by a sign that follows to be pictures, not letters. */
export const emoji = `
  😀 😄 😂 🤣 😊 😍 🥰 😘 😎 🤔 😅 😭 😢 😤 😡 😱
  🥱 😴 🤗 🤭 🙄 😏 🥺 🤝 👍 👎 👏 🙏 💪 ✌️ 👌 👀
  💯 ❤️ 💔 🔥 ✨ 🎉 🎈 🎁 🌸 🌹 🌱 🍀 🍁 🌙 ☀️ ⭐
  🌈 ⛄ ☕ 🍵 🍜 🍻 🎂 📖 📌 💡 🐱 🐶 🐼
`
  .trim()
  .split(/\s+/);
