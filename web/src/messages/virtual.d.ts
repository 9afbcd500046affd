/** All texts as the build sorts them: how to load a part in a language, by `de/GAME`. */
declare module 'virtual:texts' {
  const texts: Record<string, () => Promise<{ default: import('../lib/messages.svelte').Texts }>>;
  export default texts;
}
