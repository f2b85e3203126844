/** Where one is: views of one page, as those of the personal centre or of a course, differ in what follows its path. */
export const currentAddress = () => location.pathname + location.search
