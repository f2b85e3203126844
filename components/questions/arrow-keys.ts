/** Whether the arrows scroll where they are pressed, as in a table or code of a text that is wider than its place: there they lead to no other question. */
export function areForScrolling(target: EventTarget | null): boolean {
  const box = target instanceof Element ? target.closest('[role="group"][tabindex]') : null
  return box !== null && box.scrollWidth > box.clientWidth
}
