/** Whether the arrows scroll where they are pressed, as in a wide table or in code of a text: there they lead to no other question. */
export const areForScrolling = (target: EventTarget | null): boolean => target instanceof Element && target.closest('[role="group"][tabindex]') !== null
