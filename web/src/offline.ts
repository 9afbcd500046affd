import './app.css';
import './lib/prefs.svelte';
import { mount } from 'svelte';
import { locale, type Catalogue } from './lib/messages.svelte';
import OfflinePage from './parts/OfflinePage.svelte';

// Nothing can be loaded here, so these few texts are there in every language.
const texts = import.meta.glob<Catalogue[string]>('./messages/*/offline.json', {
  eager: true,
  import: 'default',
});
const spoken = Object.entries(texts).filter(([path]) => path.includes(`/${locale.language}/`));
locale.show(locale.language, Object.fromEntries(spoken));

const target = document.getElementById('app');
if (target) mount(OfflinePage, { target });
