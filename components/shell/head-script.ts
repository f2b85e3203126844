import { openExerciseKey } from '@/components/practice/open-exercise'
import { stripKey } from '@/components/shell/visited'
import { examTaking } from '@/lib/domain/links'

// Four things happen before the first paint, and a fifth whenever a picture comes or does not, in one script whose hash the content policy names.

/** The theme that was chosen goes on <html>; without a choice the system decides. */
const theme = 'var m=/(?:^|; )theme=(light|dark)/.exec(document.cookie);if(m)document.documentElement.dataset.theme=m[1]'

/**
 * Addresses of the old client (`/#/CurriculumDetil?id=3001`) lead to their page: the fragment survives every redirect of ours, so the page that
 * is reached in the end knows it. It never leads out of this origin: a path of ours may read `//host` once its dots are gone.
 * Any site may link to such an address, and the browser would call what is asked for then our own page's wish: an exam is only led to.
 */
const oldAddress = `if(/^#!?\\//.test(location.hash)){var u=new URL(location.hash.replace(/^#!?[/\\\\]+/,'/'),location.origin);if(u.origin===location.origin)location.replace((u.pathname+u.search).replace(/^[/\\\\]+/,'/').replace(${examTaking.begins},'${examTaking.ledTo}'))}`

/**
 * On a slow device a page is seen seconds before it can do anything. The button that was pressed last until then, if nothing else was pressed
 * after it, is pressed once more when it can (`PageBegun` says so), behind the moment in which the framework takes the page over; a click in
 * which it does so reaches its button anyway. Presses of scripts are none; links, fields, menus and forms with an address are the browser's
 * own, and what a browser only lets a person do (`data-gesture`) is not repeated for one.
 */
const presses = 'var b,o={capture:true},k=["click","pointerdown","keydown"],n=function(p){if(p.isTrusted){b=p.type=="click"&&p.target.closest("button:not([popovertarget],[data-gesture])");if(b&&b.form&&b.form.hasAttribute("action"))b=0}};k.forEach(function(t){window.addEventListener(t,n,o)});window.begun=function(){var x=(window.event||0).type=="click"?0:b;b=0;k.forEach(function(t){window.removeEventListener(t,n,o)});if(x)setTimeout(function(){if(x.isConnected)x.click()})}'

/**
 * What only this browser knows and shows above the rest of a page, the strip of visited pages and an exercise that was left, comes once the
 * page has come to life. <html> says what will, so that its place is kept and nothing moves. Whose page it is nobody knows here: an exercise
 * of another learner keeps a place too, which is given up then.
 */
const places = `try{var e=document.documentElement.dataset;if(localStorage["${stripKey}"]=="on")e.strip="";for(var s in localStorage)if(/^${openExerciseKey('[^:]+')}$/.test(s))e.exercise=""}catch(x){}`

/**
 * A picture in a text of the platform that does not come says what it shows, or where its author wrote nothing that it did not come, in the
 * words of the text around it (`data-unloaded`); without any the browser draws nothing at all. One that comes after all, as those of a paper
 * do once they could be fetched, is as it was (`data-alt`). It may fail long before the page has come to life, when only this script hears of it.
 */
const pictures = 'var f=function(e){var i=e.target,d=i.dataset,t=i.tagName=="IMG"&&i.closest("[data-unloaded]");if(!t)return;if(e.type=="error"){if(!("alt" in d)){d.alt=i.alt;i.alt=i.alt.trim()||(i.lang=document.documentElement.lang,t.dataset.unloaded)}}else if("alt" in d){i.alt=d.alt;delete d.alt}};document.addEventListener("error",f,true);document.addEventListener("load",f,true)'

/** What stands in the head of every page. */
export const headScript = `(function(){${theme};${oldAddress};${presses};${places};${pictures}})()`
