import './app.css';
import './lib/prefs.svelte';
import { mount } from 'svelte';
import Unreachable from './parts/Unreachable.svelte';

const target = document.getElementById('app');
if (target) mount(Unreachable, { target });
