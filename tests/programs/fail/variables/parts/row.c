long shared_row[3] = {1, 2, 3};
int row_length = 3;
