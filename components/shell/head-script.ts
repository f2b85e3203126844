import { examTaking } from '@/lib/domain/links'

// Three things happen before the first paint, in one script whose hash the content policy names.

/** The theme that was chosen goes on <html>; without a choice the system decides. */
const theme = 'var m=/theme=(light|dark)/.exec(document.cookie);if(m)document.documentElement.dataset.theme=m[1]'

/**
 * Addresses of the old client (`/#/CurriculumDetil?id=3001`) lead to their page: the fragment survives every redirect of ours, so the page that
 * is reached in the end knows it. It never leads out of this origin: a path of ours may read `//host` once its dots are gone.
 * Any site may link to such an address, and the browser would call what is asked for then our own page's wish: an exam is only led to.
 */
const oldAddress = `if(/^#!?\\//.test(location.hash)){var u=new URL(location.hash.replace(/^#!?[/\\\\]+/,'/'),location.origin);if(u.origin===location.origin)location.replace((u.pathname+u.search).replace(/^[/\\\\]+/,'/').replace(${examTaking.begins},'${examTaking.ledTo}'))}`

/**
 * On a slow device a page is seen seconds before it can do anything. The button that was pressed last until then is pressed once more when it
 * can (`PageBegun` says so); a press in whose very moment the page came to life is told to its button by the framework. Presses of scripts
 * are none, and links, fields and the menus of the browser need nobody.
 */
const presses = 'var b,e,o={capture:true},n=function(p){var t=p.isTrusted&&p.target.closest("button:not([popovertarget])");if(t){b=t;e=p}};window.addEventListener("click",n,o);window.pageBegun=function(){window.removeEventListener("click",n,o);if(b&&b.isConnected&&e!==window.event)b.click();b=0}'

/** What stands in the head of every page. */
export const headScript = `(function(){${theme};${oldAddress};${presses}})()`
