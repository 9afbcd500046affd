"""Scripts that run in the page of a visitor."""

from __future__ import annotations

from typing import Final

CUT: Final = """
    const Plain = WebSocket;
    const sockets = [];
    let off = false;
    const closed = (socket) => new Promise((done) => {
        socket.addEventListener('close', () => done());
        socket.close();
    });
    window.cut = (now) => {
        off = now;
        const open = sockets.filter((socket) => off && socket.readyState !== Plain.CLOSED);
        return Promise.all(open.map(closed)).then(() => undefined);
    };
    window.WebSocket = class extends Plain {
        constructor(...address) {
            super(...address);
            sockets.push(this);
            if (off) this.close();
        }
    };
"""
"""Lets a test close all sockets: a browser that is set offline keeps its open ones."""
KEPT: Final = """() => fetch('files.json').then((list) => list.json()).then(async (files) => {
    const { scope } = await navigator.serviceWorker.ready;
    const found = await Promise.all(files.map((file) => caches.match(new URL(file, scope).href)));
    return found.every(Boolean);
})"""
PACE: Final = """
    if (location.protocol.startsWith('http')) {
        localStorage['stammtisch.pace'] ??= '"%s"';
        localStorage['stammtisch.sound'] ??= '%s';
    }
"""
"""Tests do not wait for what the page plays back or listen to it, unless they are about that."""
OFFERED: Final = """things =>
    things.find((one) => document.querySelector('section.board')?.querySelector(one)) ?? null
"""
