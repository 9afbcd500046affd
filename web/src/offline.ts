import './app.css';
import './lib/prefs.svelte';
import { mount } from 'svelte';
import { locale, type Texts } from './lib/messages.svelte';
import OfflinePage from './parts/OfflinePage.svelte';

// Nothing can be loaded here, so these few texts are there in every language.
const texts = import.meta.glob<Texts[string]>('./messages/*/offline.json', {
  eager: true,
  import: 'default',
});
const offline = texts[`./messages/${locale.language}/offline.json`];
locale.show(locale.language, offline ? { offline } : {});

const target = document.getElementById('app');
if (target) mount(OfflinePage, { target });
