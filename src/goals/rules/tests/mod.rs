mod matching;
mod random;
mod reading;
