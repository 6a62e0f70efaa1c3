// The icons of seats. They load with these.

import { addIcons } from "../components/dom.js";
import "../components/picture-icons.js";

addIcons({
  lock: ["M6 10.5h12v10H6z", "M8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5"],
  plus: ["M12 5v14", "M5 12h14"],
  leave: ["M10 4H5v16h5", "M10 12h10", "M16 8l4 4-4 4"],
});
